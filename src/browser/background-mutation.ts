import type { MutationOptions, QueryClient } from '@tanstack/react-query'

/**
 * Sends off a change that no screen waits for: its `meta` tells of failures, as for every other. `useMutation` would bring
 * what watches a change, which a page that shows nothing of it need not load.
 */
export function mutateInBackground<Answer, Given>(
  queryClient: QueryClient,
  options: MutationOptions<Answer, Error, Given>,
  given: Given,
): void {
  const mutation = queryClient.getMutationCache().build(queryClient, options)
  // The cache has told of it by then (query-client.ts).
  mutation.execute(given).catch(() => undefined)
}
