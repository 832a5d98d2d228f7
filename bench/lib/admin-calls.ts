import { ask, send } from './load.ts'

type Parameter = { name: string; in: string; required?: boolean; schema?: { enum?: string[] } }
type Document = { paths: Record<string, { get?: { parameters?: Parameter[] } }> }
type Get = (path: string) => ReturnType<typeof ask>
/** By name, so that shops can be compared; the addresses differ in their ids. */
export type Calls = Map<string, string>

const OF_THE_ADMIN = /^\/api\/(admin|dashboard|orders)\b/
/** Search terms: in every fourth order, in few, a phone prefix, and none. */
const WORDS = ['asha', 'zoya siddiqui', '987', 'nobodyatall']
/** The list that holds what a path is about, if it is not at the same path. */
const LISTS: Record<string, string> = { '/api/admin/orders': '/api/orders' }
const PAGES_ON = 4

/** Every GET of the admin, read from its OpenAPI document: plain, with each enum value, searches, and some pages on. */
export async function listAdminCalls(url: string, cookie: string): Promise<Calls> {
  const get: Get = (path) => ask(url, path, { cookie })
  const { paths }: Document = JSON.parse(String((await get('/api/admin/openapi.json')).body))
  const calls: Calls = new Map()
  for (const [route, { get: described }] of Object.entries(paths))
    if (described && OF_THE_ADMIN.test(route))
      await addRoute(calls, { route, get, parameters: described.parameters ?? [] })
  const toPack: { id: string }[] = JSON.parse(String((await get('/api/orders?limit=200&status=pack')).body))
  const ids = toPack.map(({ id }) => id).join()
  for (const kind of ['slips', 'pick', 'labels']) calls.set(`print ${kind}`, `/api/admin/print?kind=${kind}&ids=${ids}`)
  for (const [name, path] of calls) {
    const { status } = await send(url, { path, headers: { cookie } })
    if (status !== 200) console.log(`not measured: ${name} (${status})`)
    if (status !== 200) calls.delete(name)
  }
  return calls
}

type Route = { route: string; parameters: Parameter[]; get: Get }

async function addRoute(calls: Calls, { route, parameters, get }: Route): Promise<void> {
  const query = parameters.filter((one) => one.in === 'query')
  // A stream has no end.
  if (route.endsWith('/events') || query.some(({ required }) => required)) return
  const choice = parameters.find((one) => one.in === 'path' && one.schema?.enum)?.schema?.enum
  for (const value of choice ?? []) calls.set(`${route} ${value}`, route.replace(/\{\w+\}/, value))
  const path = choice ? undefined : await aboutTheFirst(route, get)
  if (!path) return
  const has = (name: string) => query.some((one) => one.name === name)
  // Without a limit some calls return everything; the screens never do that.
  const address = (more: object) => `${path}?${new URLSearchParams({ ...(has('limit') && { limit: '25' }), ...more })}`
  const filters = query.flatMap(({ name, schema }) => (schema?.enum ?? []).map((value) => ({ [name]: value })))
  const searches = has('q') ? [...WORDS.map((q) => ({ q })), ...filters.map((one) => ({ ...one, q: 'asha' }))] : []
  for (const more of [{}, ...filters, ...searches])
    calls.set(`${route} ${Object.values(more).join(' ')}`, address(more))
  if (has('cursor')) await addLaterPage(calls, { route, get, start: address({}) })
}

async function addLaterPage(calls: Calls, { route, get, start }: { route: string; get: Get; start: string }) {
  for (let [next, step]: [string | undefined, number] = [start, 0]; next && step < PAGES_ON; step++) {
    const { headers }: Awaited<ReturnType<Get>> = await get(next)
    next = /<([^>]+)>; rel="next"/.exec(String(headers.link))?.[1]
    if (next) calls.set(`${route} later page`, next)
  }
}

/** Fills the id of a route with that of the first item of its list. Undefined if that is empty. */
async function aboutTheFirst(route: string, get: Get): Promise<string | undefined> {
  const [list = '', rest] = route.split(/\/\{\w+\}/)
  if (rest === undefined) return route
  const answer = await get(LISTS[list] ?? list).catch(() => undefined)
  if (!answer?.headers['content-type']?.includes('json')) return undefined
  const found = JSON.parse(String(answer.body))
  const [first] = Array.isArray(found) ? found : (Object.values(found).find(Array.isArray) ?? [])
  const id = first?.id ?? first?.code ?? first?.section
  return id === undefined ? undefined : `${list}/${id}${rest}`
}
