import { AsyncLocalStorage } from 'node:async_hooks'
import { getRequest, setResponseHeader } from '@tanstack/react-start/server'

type Fetch = (request: Request) => Response | Promise<Response>

const shared = globalThis as typeof globalThis & { shopApi?: Api }

type Api = {
  fetch: Fetch
  readForAll?: (path: string) => Promise<Response> | undefined
}

export function setInProcessApi(api: Api): void {
  shared.shopApi = api
}

type Recording = {
  /** The paths of the API calls; failed calls are marked. */
  calls: Set<string>
  replace?: ((path: string) => Response | undefined) | undefined
}

const recorder = new AsyncLocalStorage<Recording>()

/** Runs `work` and records the API calls that it makes. */
export function recordApiCalls<T>(recording: Recording, work: () => Promise<T>): Promise<T> {
  return recorder.run(recording, work)
}

/** Calls the API without a network hop for a loader on the server, as the visitor whose page is rendered. */
export async function callApiInProcess(path: string, init?: RequestInit): Promise<Response> {
  if (!shared.shopApi) throw new Error('provideApi() must run before the first page is rendered')
  const { fetch, readForAll } = shared.shopApi
  const isRead = init?.method === undefined
  const recording = recorder.getStore()
  const response =
    recording?.replace?.(path) ?? (await ((isRead && readForAll?.(path)) || fetch(asVisitor(path, init))))
  recording?.calls.add(isFailed(response) ? `broke: ${path}` : path)
  const retryAfter = response.status === 503 && response.headers.get('retry-after')
  if (retryAfter) setResponseHeader('Retry-After', retryAfter)
  return response
}

function asVisitor(path: string, init?: RequestInit): Request {
  const incoming = getRequest()
  const headers = new Headers(init?.headers)
  headers.set('cookie', incoming.headers.get('cookie') ?? '')
  return new Request(new URL(path, incoming.url), { ...init, headers })
}

/** A retry may succeed, so a page made from this response must not be cached. */
function isFailed({ status }: Response): boolean {
  return status >= 500 || status === 429
}
