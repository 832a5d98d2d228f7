import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'

/** What is known of the request that is being answered, for the log and the figures. */
export type RequestScope = {
  readonly id: string
  /** The pattern of the route that took it, never the address: addresses are without end, and carry what people typed. */
  route?: string | undefined
  userId?: string
}

/** On globalThis because the development server loads modules anew on every edit, in the middle of requests. */
const shared = globalThis as typeof globalThis & { requestScopes?: AsyncLocalStorage<RequestScope> }
shared.requestScopes ??= new AsyncLocalStorage()
const scopes = shared.requestScopes

/** The request on whose behalf this runs; undefined for the work of the clock. */
export const requestScope = (): RequestScope | undefined => scopes.getStore()

export function inRequestScope<T>(scope: RequestScope, work: () => T): T {
  return scopes.run(scope, work)
}

/** Who was found to be signed in. */
export function noteUser(userId: string): void {
  const scope = scopes.getStore()
  if (scope) scope.userId = userId
}

/** Which route takes the request, as its pattern. Who says so first is right: a page makes calls on its way. */
export function noteRoute(route: string): void {
  const scope = scopes.getStore()
  if (scope) scope.route ??= route
}

const PROCESS = randomBytes(6).toString('base64url')
let count = 0

/** Unlike any other of any process, and cheap: random bytes for every request would cost more than the id is worth. */
export function newRequestId(): string {
  count += 1
  return `${PROCESS}-${count.toString(36)}`
}

const READABLE_ID = /^[\w-]{8,64}$/

/** What a proxy of our own may hand over. Anything else could be written by whoever calls. */
export const isRequestId = (given: unknown): given is string => typeof given === 'string' && READABLE_ID.test(given)
