import { MutationCache, QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query'
import { getJson } from './http-client.ts'
import { showToast, type Toast } from './toast-store.ts'

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      success?: Toast
      failure?: Toast | ((error: Error) => Toast | undefined)
      refreshes?: readonly QueryKey[]
    }
  }
}

/** The default query is a GET of the key's parts joined by '/'. Mutations name their toasts and refreshes in `meta`. */
export function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: ({ queryKey }) => getJson(queryKey.join('/')),
        staleTime: Number.POSITIVE_INFINITY,
        retry: false,
        refetchOnWindowFocus: false,
      },
      mutations: { retry: false },
    },
    mutationCache: new MutationCache({
      onSuccess: async (...[, , , { meta }]) => {
        if (meta?.success) showToast(meta.success)
        await Promise.all((meta?.refreshes ?? []).map((queryKey) => client.invalidateQueries({ queryKey })))
      },
      onError: (...[error, , , { meta }]) => {
        const failure = typeof meta?.failure === 'function' ? meta.failure(error) : meta?.failure
        if (failure) showToast({ ...failure, tone: 'destructive' })
      },
    }),
  })
  return client
}

export const shopInfoQuery = queryOptions<{ publicUrl: string; mode: 'demo' | 'live' }>({
  queryKey: ['/api/shop'],
})
