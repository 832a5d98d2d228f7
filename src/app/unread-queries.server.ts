import { isDeepStrictEqual } from 'node:util'
import { matchRoutePattern } from '#src/app/ingress/route-patterns.server.ts'
import { routeTree } from './route-tree.gen.ts'
import { parseAddress } from './router.tsx'

/** What each screen makes of the query in its address (`validateSearch`): all that it reads of it. */
const readers = new Map(Object.values(routeTree.children ?? {}).map(({ options }) => [options.path, options]))

/**
 * Whether a screen shows the same without the query: it reads none of these names, or nothing that makes sense to it. So
 * what campaigns add to a link, and what somebody invents, costs no page of its own.
 */
export function isUnreadQuery({ pathname, search }: URL): boolean {
  if (search === '') return true
  const screen = readers.get(matchRoutePattern(pathname))
  if (!screen) return false
  const { validateSearch } = screen
  if (validateSearch === undefined) return true
  return isDeepStrictEqual(validateSearch(parseAddress(search)), validateSearch({}))
}
