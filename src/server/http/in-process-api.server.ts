import { AsyncLocalStorage } from 'node:async_hooks'
import { getRequest, setResponseHeader } from '@tanstack/react-start/server'

type Fetch = (request: Request) => Response | Promise<Response>

/** On globalThis because the development server loads this module anew on every edit, and a page may render in between. */
const shared = globalThis as typeof globalThis & { shopApi?: Api }

type Api = {
  fetch: Fetch
  /** The answer to a call that answers everybody the same, whoever asks; undefined for every other call. */
  readForAll?: (path: string) => Promise<Response> | undefined
}

export function setInProcessApi(api: Api): void {
  shared.shopApi = api
}

const noted = new AsyncLocalStorage<Set<string>>()

/** Does something, and notes the paths of all calls that are made on its way; one that broke is noted as such. */
export function recordApiCalls<T>(calls: Set<string>, work: () => Promise<T>): Promise<T> {
  return noted.run(calls, work)
}

/**
 * Lets a loader that runs on the server call the API without a network hop, as the visitor whose page is rendered. A call
 * that had better be made again later says so for the whole page (see pages.server.ts).
 */
export async function callApiInProcess(path: string, init?: RequestInit): Promise<Response> {
  if (!shared.shopApi) throw new Error('provideApi() must run before the first page is rendered')
  const { fetch, readForAll } = shared.shopApi
  const isRead = init?.method === undefined
  const answer = await ((isRead && readForAll?.(path)) || fetch(asVisitor(path, init)))
  noted.getStore()?.add(isBroken(answer) ? `broke: ${path}` : path)
  const retryAfter = answer.status === 503 && answer.headers.get('retry-after')
  if (retryAfter) setResponseHeader('Retry-After', retryAfter)
  return answer
}

function asVisitor(path: string, init?: RequestInit): Request {
  const incoming = getRequest()
  const headers = new Headers(init?.headers)
  headers.set('cookie', incoming.headers.get('cookie') ?? '')
  return new Request(new URL(path, incoming.url), { ...init, headers })
}

/** Whoever asks again may well be answered: what is made without it is not how things stand. */
function isBroken({ status }: Response): boolean {
  return status >= 500 || status === 429
}
