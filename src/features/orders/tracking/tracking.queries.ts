import { queryOptions } from '@tanstack/react-query'
import { getJson } from '#src/browser/http-client.ts'
import type { TrackedOrder } from './tracking.contract.ts'

const REFRESH_MS = 5 * 60_000

/** Of an order behind a tracking link. An open page follows the parcel. */
export const trackedOrderQuery = (token: string) =>
  queryOptions<TrackedOrder>({
    queryKey: ['/api/track', token],
    queryFn: () => getJson<TrackedOrder>(`/api/track/${encodeURIComponent(token)}`),
    refetchInterval: REFRESH_MS,
  })
