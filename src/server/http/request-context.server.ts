import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import { DomainError } from '#src/core/domain-error.ts'
import { OVERLOADED, type Slot } from '#src/server/overload/load-shedding.server.ts'
import type { Refused } from '#src/server/telemetry/metrics.server.ts'

export type RequestContext = {
  readonly id: string
  /** Pattern of the matched route. Never the address, which may contain personal data. */
  route?: string | undefined
  userId?: string
  /** Its concurrency slot; undefined for requests that bypass admission control. */
  slot?: Slot | undefined
  externalCalls?: number
  refused?: Refused
}

const shared = globalThis as typeof globalThis & { requestContexts?: AsyncLocalStorage<RequestContext> }
shared.requestContexts ??= new AsyncLocalStorage()
const storage = shared.requestContexts

export const getRequestContext = (): RequestContext | undefined => storage.getStore()

export function runInRequestContext<T>(context: RequestContext, work: () => T): T {
  return storage.run(context, work)
}

export function setRequestUser(userId: string): void {
  const context = storage.getStore()
  if (context) context.userId = userId
}

export function markRefused(refused: Refused): void {
  const context = storage.getStore()
  if (context) context.refused = refused
}

/** Releases the slot during an external call. Never in a transaction: its locks block requests with slots. */
export async function releaseSlotWhile<T>(answer: Promise<T>): Promise<T> {
  const context = storage.getStore()
  if (!context) return answer
  context.externalCalls = (context.externalCalls ?? 0) + 1
  context.slot?.suspend()
  try {
    return await answer
  } finally {
    context.externalCalls -= 1
    if (context.externalCalls === 0) await context.slot?.resume()
  }
}

/** Waits for the slot again after a slow body; rejects with `unavailable` what would wait longer than new requests may. */
export async function readmit(): Promise<void> {
  const context = storage.getStore()
  if (context?.slot?.wouldWaitTooLong()) {
    context.refused = 'overload'
    const { code, message, seconds } = OVERLOADED
    throw new DomainError('unavailable', message, { code, retryAfterSeconds: seconds })
  }
  await context?.slot?.requeue()
}

export const holdSlotUntil = (work: Promise<unknown>): void => storage.getStore()?.slot?.holdUntil(work)

const PROCESS = randomBytes(6).toString('base64url')
let count = 0

/** A process-unique id; cheaper than random bytes for every request. */
export function newRequestId(): string {
  count += 1
  return `${PROCESS}-${count}`
}
