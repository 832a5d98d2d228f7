import { notFound } from '@tanstack/react-router'
import { createIsomorphicFn } from '@tanstack/react-start'
import { callApiInProcess } from '#src/server/http/in-process-api.server.ts'
import type { AddressOf, AnswerOf, ApiRoute, BodyOf, MethodOf } from './api-route.ts'

/** A response outside 200-299. The message is the status, a colon and the body, as the specification requires. */
export class HttpError extends Error {
  readonly status: number
  readonly body: unknown

  constructor(status: number, text: string) {
    super(`${status}: ${text}`)
    this.status = status
    this.body = parsed(text)
  }
}

export function conflictMessage(error: unknown): string | undefined {
  if (!(error instanceof HttpError) || error.status !== 409) return undefined
  const body = error.body
  return typeof body === 'object' && body !== null && 'message' in body ? String(body.message) : undefined
}

const send = createIsomorphicFn()
  .server((path: string, init?: RequestInit) => callApiInProcess(path, init))
  .client((path: string, init?: RequestInit) => fetch(path, { credentials: 'include', ...init }))

/** Sends a GET of a route: `getJson<PromiseRoute>`. Tests check responses against the contract, so browsers need not. */
export function getJson<Route extends ApiRoute = never>(path: AddressOf<Route>): Promise<AnswerOf<Route>>
export function getJson<T>(path: string): Promise<T>
export async function getJson(path: string): Promise<unknown> {
  return (await call(path)).json()
}

/** `next` is the path of the next page; `total` is null where it is not counted. */
export type CursorPage<T> = { items: T[]; next: string | null; total: number | null }

export async function getPage<T>(path: string, signal?: AbortSignal): Promise<CursorPage<T>> {
  const response = await call(path, { signal })
  const next = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
  const total = response.headers.get('x-total-count')
  return { items: (await response.json()) as T[], next: next ?? null, total: total === null ? null : Number(total) }
}

type Method = 'POST' | 'PUT' | 'DELETE'

/** Sends a change: `sendJson<InitiateRoute>` knows the method, the address, the body and the answer of its route. */
export function sendJson<Route extends ApiRoute = never>(
  method: MethodOf<Route>,
  path: AddressOf<Route>,
  ...body: BodyOf<Route>
): Promise<AnswerOf<Route>>
export function sendJson<T>(method: Method, path: T extends ApiRoute ? never : string, body?: unknown): Promise<T>
export async function sendJson(method: string, path: string, body?: unknown): Promise<unknown> {
  const response = await call(path, {
    method,
    ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  })
  const text = await response.text()
  return text === '' ? undefined : JSON.parse(text)
}

/** For a `catch`: a missing or forbidden resource counts as null. */
export function nullOn404(error: unknown): null {
  if (error instanceof HttpError && error.status === 404) return null
  throw error
}

/** For a `catch` of a loader: these answers mean that the page does not exist. */
export const notFoundOn =
  (...statuses: number[]) =>
  (error: unknown): never => {
    throw error instanceof HttpError && statuses.includes(error.status) ? notFound() : error
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
