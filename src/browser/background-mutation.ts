import type { MutationOptions, QueryClient } from '@tanstack/react-query'

/** Runs a mutation without an observer, which the shop's public pages then need not load. */
export function mutateInBackground<Answer, Given>(
  queryClient: QueryClient,
  options: MutationOptions<Answer, Error, Given>,
  given: Given,
): void {
  const mutation = queryClient.getMutationCache().build(queryClient, options)
  // The mutation cache reports the failure (query-client.ts).
  mutation.execute(given).catch(() => undefined)
}
