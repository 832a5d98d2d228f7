type Get = (path: string) => Promise<Response>
type Parameter = { name: string; in: string; required?: boolean; schema?: { enum?: unknown[] } }
type Operation = { parameters?: Parameter[] }
type Api = {
  routes: { method: string; path: string }[]
  getOpenAPIDocument: (about: object) => { paths?: Record<string, { get?: Operation }> }
}

/** A call to measure, or a note that says why it is not. */
export type EndpointCase = { path: string; note?: string }

/** Search terms: in every fourth order, in few, a phone prefix, and none. */
const WORDS = ['asha', 'zoya siddiqui', '987', 'nobodyatall']

/**
 * Every GET of the admin API, read from the route table: plain, with each enum value, with search terms, and some pages
 * on. Calls about one thing use the first item of its list.
 */
export async function listEndpointCases(api: Api, get: Get): Promise<EndpointCase[]> {
  const described = api.getOpenAPIDocument({ openapi: '3.0.0', info: { title: 'bench', version: '1' } }).paths ?? {}
  const paths = new Set(
    api.routes
      .filter(({ method, path }) => method === 'GET' && /^\/api\/(admin|dashboard)\//.test(path) && !path.includes('*'))
      .map(({ path }) => path),
  )
  const cases: EndpointCase[] = await ordersCases(get)
  for (const path of [...paths].sort()) {
    const parameters = described[path.replaceAll(/:(\w+)(\{[^}]*\})?/g, '{$1}')]?.get?.parameters ?? []
    cases.push(...(await casesOfRoute(path, parameters, get)))
  }
  return cases
}

async function casesOfRoute(route: string, parameters: Parameter[], get: Get): Promise<EndpointCase[]> {
  if (route.endsWith('/events')) return [{ path: route, note: 'a stream' }]
  if (route === '/api/admin/print') return printCases(get)
  const named = parameters.find((parameter) => parameter.in === 'path' && parameter.schema?.enum)
  if (named)
    return (named.schema?.enum ?? []).map((value) => ({ path: route.replace(`:${named.name}`, String(value)) }))
  const path = route.includes('/:') ? await aboutTheFirst(route, get) : route
  if (!path) return [{ path: route, note: 'its list is empty' }]
  const query = parameters.filter((parameter) => parameter.in === 'query')
  const required = query.filter((parameter) => parameter.required)
  if (required.length > 0) return [{ path, note: `wants ${required.map(({ name }) => name).join(', ')}` }]
  // Without a limit some calls return everything; the screens never do that.
  const start = query.some(({ name }) => name === 'limit') ? `${path}?limit=25` : path
  const more = (name: string, value: unknown) => {
    const separator = start.includes('?') ? '&' : '?'
    return { path: `${start}${separator}${new URLSearchParams({ [name]: String(value) })}` }
  }
  return [
    { path: start },
    ...query.flatMap(({ name, schema }) => (schema?.enum ?? []).map((value) => more(name, value))),
    ...query.filter(({ name }) => name === 'q').flatMap(({ name }) => WORDS.map((q) => more(name, q))),
    ...(await pagesOn(start, get)),
  ]
}

async function ordersCases(get: Get): Promise<EndpointCase[]> {
  const statuses = ['pack', 'ready', 'shipped', 'unpaid', 'hold', 'done', 'cancelled', 'all']
  const start = '/api/orders?limit=25'
  const [some] = (await (await get(`${start}&status=done`)).json()) as { orderId: string; customerEmail: string }[]
  const words = [...WORDS, '500034', some?.orderId ?? '', some?.customerEmail ?? '']
  return [
    { path: start },
    ...statuses.map((status) => ({ path: `${start}&status=${status}` })),
    ...words.map((q) => ({ path: `${start}&${new URLSearchParams({ status: 'all', q })}` })),
    ...WORDS.map((q) => ({ path: `${start}&${new URLSearchParams({ status: 'cancelled', q })}` })),
    ...WORDS.map((q) => ({ path: `${start}&${new URLSearchParams({ status: 'pack', q })}` })),
    ...(await pagesOn(start, get)),
    ...(await pagesOn(`${start}&status=done`, get)),
  ]
}

async function printCases(get: Get): Promise<EndpointCase[]> {
  const orders = (await (await get('/api/orders?limit=200&status=pack')).json()) as { id: string }[]
  const ids = orders.map(({ id }) => id).join(',')
  return ['slips', 'pick', 'labels'].map((kind) => ({ path: `/api/admin/print?kind=${kind}&ids=${ids}` }))
}

const PAGES_ON = 4

/** Follows the links to a later page. */
async function pagesOn(path: string, get: Get): Promise<EndpointCase[]> {
  let at: string | undefined
  for (let next: string | undefined = path, step = 0; next && step < PAGES_ON; step++) {
    const answer: Response = await get(next)
    await answer.arrayBuffer()
    next = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1]
    at = next ?? at
  }
  return at ? [{ path: at }] : []
}

/** Lists to find the first item in, if not at the same path. */
const LISTS: Record<string, string> = { '/api/admin/orders': '/api/orders' }

async function aboutTheFirst(route: string, get: Get): Promise<string | undefined> {
  const [list = '', rest = ''] = route.split(/\/:[^/]+/)
  const short = await get(`${LISTS[list] ?? list}?limit=1`)
  // Not every list takes a limit.
  const answer = short.status === 400 ? await get(list) : short
  if (answer.status !== 200 || !answer.headers.get('content-type')?.includes('json')) return undefined
  const found = await answer.json()
  const [first] = Array.isArray(found) ? found : (Object.values(found).find(Array.isArray) ?? [])
  const id = first?.id ?? first?.code ?? first?.section
  return id === undefined ? undefined : `${list}/${id}${rest}`
}
