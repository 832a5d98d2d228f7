import { routes } from '#src/app/routes.ts'

type Entry = { path?: string; type?: string; children?: Entry[] }

/** The patterns of all pages (/product/$id) with their matchers. */
const patterns = patternsIn(routes as Entry).map((pattern) => ({
  pattern,
  takes: new RegExp(`^${pattern.replaceAll('.', '\\.').replace(/\$\w+/g, '[^/]+')}/?$`),
}))

function patternsIn({ type, path, children = [] }: Entry, above = ''): string[] {
  const here = type === 'route' && path ? above + path : above
  const own = type === 'index' ? ['/'] : type === 'route' ? [here] : []
  return [...own, ...children.flatMap((child) => patternsIn(child, here))]
}

const FILES = [/^\/(assets|uploads)\//, /^\/[^/]+\.[a-z0-9]+$/]

/** The route pattern of a path, for metrics and logs. */
export function matchRoutePattern(path: string): string {
  if (FILES.some((files) => files.test(path))) return 'files'
  return patterns.find(({ takes }) => takes.test(path))?.pattern ?? 'unknown'
}
