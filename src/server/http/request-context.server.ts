import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import type { Slot } from '#src/server/overload/load-shedding.server.ts'

/** What is known of the request that is being answered, for the log and the figures. */
export type RequestContext = {
  readonly id: string
  /** The pattern of the route that took it, never the address: addresses are without end, and carry what people typed. */
  route?: string | undefined
  userId?: string
  /** Its place among those at work; undefined for what needs none. */
  slot?: Slot | undefined
  /** For how many machines of others it waits at this moment. */
  externalCalls?: number
}

/** On globalThis because the development server loads modules anew on every edit, in the middle of requests. */
const shared = globalThis as typeof globalThis & { requestScopes?: AsyncLocalStorage<RequestContext> }
shared.requestScopes ??= new AsyncLocalStorage()
const scopes = shared.requestScopes

/** The request on whose behalf this runs; undefined for the work of the clock. */
export const getRequestContext = (): RequestContext | undefined => scopes.getStore()

export function runInRequestContext<T>(scope: RequestContext, work: () => T): T {
  return scopes.run(scope, work)
}

/** Who was found to be signed in. */
export function setRequestUser(userId: string): void {
  const scope = scopes.getStore()
  if (scope) scope.userId = userId
}

/** Which route takes the request, as its pattern. Who says so first is right: a page makes calls on its way. */
export function setRequestRoute(route: string): void {
  const scope = scopes.getStore()
  if (scope) scope.route ??= route
}

/**
 * Whoever waits for somebody else's machine gives up their place for that time, and waits for one before they go on: what
 * all wait for may come for all at once. Never within a transaction, which those at work may wait for.
 */
export async function releaseSlotWhile<T>(answer: Promise<T>): Promise<T> {
  const scope = scopes.getStore()
  if (!scope) return answer
  scope.externalCalls = (scope.externalCalls ?? 0) + 1
  scope.slot?.suspend()
  try {
    return await answer
  } finally {
    scope.externalCalls -= 1
    if (scope.externalCalls === 0) await reacquireSlot()
  }
}

/** Whoever was elsewhere, such as with a body that came slowly, has a place again after this. */
export const reacquireSlot = async (): Promise<void> => scopes.getStore()?.slot?.resume()

/** A request that was answered goes on with its work all the same, at its place. */
export const holdSlotUntil = (work: Promise<unknown>): void => scopes.getStore()?.slot?.holdUntil(work)

const PROCESS = randomBytes(6).toString('base64url')
let count = 0

/** Unlike any other of any process, and cheap: random bytes for every request would cost more than the id is worth. */
export function newRequestId(): string {
  count += 1
  return `${PROCESS}-${count}`
}
