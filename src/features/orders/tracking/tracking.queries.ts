import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { notFound } from '@tanstack/react-router'
import { getJson, HttpError } from '#src/browser/http-client.ts'
import type { TrackedOrder } from './tracking.contract.ts'

const REFRESH_MS = 5 * 60_000

/** Of an order behind a tracking link. An open page follows the parcel. */
export const trackedOrderQuery = (token: string) =>
  queryOptions<TrackedOrder>({
    queryKey: ['/api/track', token],
    queryFn: () => getJson<TrackedOrder>(`/api/track/${encodeURIComponent(token)}`),
    refetchInterval: REFRESH_MS,
  })

/** An unknown or expired link is a page that does not exist. */
export async function loadTrackedOrder(queryClient: QueryClient, token: string): Promise<void> {
  await queryClient.fetchQuery({ ...trackedOrderQuery(token), staleTime: 0 }).catch((error) => {
    throw error instanceof HttpError && error.status === 404 ? notFound() : error
  })
}
