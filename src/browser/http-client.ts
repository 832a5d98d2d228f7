import { createIsomorphicFn } from '@tanstack/react-start'
import { callApiInProcess } from '#src/server/http/in-process-api.server.ts'

/** Any answer outside 200-299. The message is the status, a colon and the body, as the specification's error catalogue says. */
export class HttpError extends Error {
  readonly status: number
  /** The body, parsed when it was JSON: refusals carry `message` and the fields that the interface names. */
  readonly body: unknown

  constructor(status: number, text: string) {
    super(`${status}: ${text}`)
    this.status = status
    this.body = parsed(text)
  }
}

/** The sentence of a refusal (status 409: the shop understood and says no); undefined for every other failure. */
export function conflictMessage(error: unknown): string | undefined {
  if (!(error instanceof HttpError) || error.status !== 409) return undefined
  const body = error.body
  return typeof body === 'object' && body !== null && 'message' in body ? String(body.message) : undefined
}

const send = createIsomorphicFn()
  .server((path: string, init?: RequestInit) => callApiInProcess(path, init))
  .client((path: string, init?: RequestInit) => fetch(path, { credentials: 'include', ...init }))

/** The answer of one of our own calls. Its shape is the contract's: the server checks what it sends in its tests. */
export async function getJson<T>(path: string): Promise<T> {
  return (await call(path)).json() as Promise<T>
}

/** A part of a list. `next` is the path of the part after it; null at the end. `total` is null where nobody counted. */
export type CursorPage<T> = { items: T[]; next: string | null; total: number | null }

/** The part of a list that the path names; where the list goes on, the answer says so in its `Link`. */
export async function getPage<T>(path: string, signal?: AbortSignal): Promise<CursorPage<T>> {
  const response = await call(path, { signal })
  const next = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
  const total = response.headers.get('x-total-count')
  return { items: (await response.json()) as T[], next: next ?? null, total: total === null ? null : Number(total) }
}

/** Sends a body (if there is one) as JSON and gives back the JSON answer, or undefined where there is none. */
export async function sendJson<T>(method: 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<T> {
  const response = await call(path, {
    method,
    ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  })
  const text = await response.text()
  return (text === '' ? undefined : JSON.parse(text)) as T
}

/** For a `catch`: what there is not, or not for whoever asks, is an answer too. */
export function nullOn404(error: unknown): null {
  if (error instanceof HttpError && error.status === 404) return null
  throw error
}

async function call(path: string, init?: RequestInit): Promise<Response> {
  const response = await send(path, init)
  if (!response.ok) throw new HttpError(response.status, (await response.text()) || response.statusText)
  return response
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
