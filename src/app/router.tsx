import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRouter } from '@tanstack/react-router'
import { createIsomorphicFn, getGlobalStartContext } from '@tanstack/react-start'
import { ErrorScreen } from '#src/app/shell/error-screen.tsx'
import { createQueryClient } from '#src/browser/query-client.ts'
import { isUserKey, readUserBlock } from '#src/features/auth/auth.queries.ts'
import { routeTree } from './route-tree.gen.ts'

export function getRouter() {
  const queryClient = createQueryClient()
  return createRouter({
    routeTree,
    context: { queryClient },
    parseSearch: parseAddress,
    stringifySearch: writeAddress,
    // An address below an existing page is not found.
    notFoundMode: 'root',
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultErrorComponent: ErrorScreen,
    scrollRestoration: true,
    ssr: { nonce: cspNonce() },
    Wrap: ({ children }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>,
    dehydrate: () => ({ answers: import.meta.env.SSR ? answersOf(queryClient) : [] }),
    hydrate: ({ answers }) => {
      readUserBlock(queryClient)
      for (const [key, data] of answers) queryClient.setQueryData(key, data)
    },
  })
}

/** Search parameters as plain text; the router's default would quote numbers. Repeated ones are a list. */
export function parseAddress(search: string): Record<string, string> {
  const given = new URLSearchParams(search)
  return Object.fromEntries([...given.keys()].map((name) => [name, given.getAll(name).join(',')]))
}

function writeAddress(search: Record<string, unknown>): string {
  // JSON drops what is undefined.
  const given = new URLSearchParams(JSON.parse(JSON.stringify(search)))
  return given.size ? `?${given}` : ''
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof getRouter>
  }
}

/** The CSP nonce of the page that is being rendered; undefined in browsers. */
const cspNonce = createIsomorphicFn()
  // server.ts passes { nonce } as context; Start types contexts only for its own middleware.
  .server(() => (getGlobalStartContext() as { nonce?: string } | undefined)?.nonce)
  .client(() => undefined)

type Answer = readonly [key: readonly (string | number)[], data: object | null]

/** What the loaders fetched. The router's Query integration is not used: it would add a stream to every page. */
function answersOf(queryClient: QueryClient): Answer[] {
  return queryClient
    .getQueryCache()
    .findAll({ predicate: ({ queryKey, state }) => state.status === 'success' && !isUserKey(queryKey) })
    .map(({ queryKey, state }) => [queryKey, state.data] as unknown as Answer)
}
