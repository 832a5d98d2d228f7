import { isDeepStrictEqual } from 'node:util'
import { matchRoutePattern } from '#src/app/ingress/route-patterns.server.ts'
import { routeTree } from './route-tree.gen.ts'
import { parseAddress } from './router.tsx'

/** The `validateSearch` of each page. */
const readers = new Map(Object.values(routeTree.children ?? {}).map(({ options }) => [options.path, options]))

/** Whether a page ignores the query, such as campaign parameters, so that it can share the cached response. */
export function isUnreadQuery({ pathname, search }: URL): boolean {
  if (search === '') return true
  const screen = readers.get(matchRoutePattern(pathname))
  if (!screen) return false
  const { validateSearch } = screen
  if (validateSearch === undefined) return true
  return isDeepStrictEqual(validateSearch(parseAddress(search)), validateSearch({}))
}
