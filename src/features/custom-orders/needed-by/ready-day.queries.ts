import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { getJson } from '#src/browser/http-client.ts'
import type { ReadyDay, ReadyDayQuestion } from '#src/features/custom-orders/quotes/quotes.contract.ts'

const PATH = '/api/custom-orders/ready-day'
const MINUTE_MS = 60_000

function readyDayQuery(question: ReadyDayQuestion) {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(question)) if (value !== undefined) search.set(name, String(value))
  return queryOptions<ReadyDay>({
    queryKey: [PATH, search.toString()],
    queryFn: () => getJson(`${PATH}?${search}`),
    staleTime: MINUTE_MS,
    refetchInterval: MINUTE_MS,
  })
}

/** The day on which a chocolate with this work can be ready. It changes as hours are planned. */
export function useReadyDay(question: ReadyDayQuestion, { enabled = true } = {}): ReadyDay | undefined {
  return useQuery({ ...readyDayQuery(question), enabled, placeholderData: keepPreviousData }).data
}
