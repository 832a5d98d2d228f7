import { infiniteQueryOptions, type QueryClient, useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { getPage } from './http-client.ts'

type Filters = Record<string, string | number | undefined>

/** A list whose pages link to the next one; filters without a value are left out of its address. */
export function pagedQuery<T>(queryKey: readonly string[], path: string, filters: Filters = {}) {
  const given = Object.entries(filters).flatMap(([name, value]) => (value ? [[name, String(value)]] : []))
  const search = new URLSearchParams(given).toString()
  const address = search === '' ? path : `${path}?${search}`
  return infiniteQueryOptions({
    queryKey: [...queryKey, address],
    queryFn: ({ pageParam }) => getPage<T>(pageParam),
    initialPageParam: address,
    getNextPageParam: ({ next }) => next,
  })
}

type PagedQuery<T> = ReturnType<typeof pagedQuery<T>>

export function loadPages<T>(queryClient: QueryClient, query: PagedQuery<T>) {
  const pages = queryClient.getQueryData(query.queryKey)?.pages.length ?? 1
  return queryClient.fetchInfiniteQuery({ ...query, pages, staleTime: 0 })
}

/** The loaded items of a list; `total` is null where the server has not counted. */
export function usePagedList<T>(query: PagedQuery<T>) {
  const list = useSuspenseInfiniteQuery(query)
  const { pages } = list.data
  return { list, items: pages.flatMap(({ items }) => items), total: pages.at(-1)?.total ?? null }
}
