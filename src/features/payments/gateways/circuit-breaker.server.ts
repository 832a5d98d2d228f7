import { setTimeout } from 'node:timers/promises'
import { addMinutes } from '#src/core/dates.ts'
import { releaseSlotWhile } from '#src/server/http/request-context.server.ts'
import type { PaymentGateway } from './payment-gateway.server.ts'

/** One slow gateway must not block the jobs or a customer's request. */
const TIMEOUT_MS = 5000

class GatewayTimeoutError extends Error {}

/** Rejects after the timeout; a later answer is dropped, and polling asks again. */
export async function withGatewayTimeout<T>(answer: T | Promise<T>, timeoutMs = TIMEOUT_MS): Promise<T> {
  const giveUp = setTimeout(timeoutMs, undefined, { ref: false }).then(() => {
    throw new GatewayTimeoutError(`No answer in ${timeoutMs} ms`)
  })
  return releaseSlotWhile(Promise.race([answer, giveUp]))
}
const silences = new WeakMap<PaymentGateway, { since: Date; calls: number }>()
const SILENT_CALLS = 3

/** Records whether the gateway answered a poll: `false` for timeouts and for errors. */
export function recordGatewayAnswer(gateway: PaymentGateway, hasAnswered: boolean, now: Date): void {
  const silence = silences.get(gateway)
  silences.set(gateway, {
    since: silence?.calls ? silence.since : now,
    calls: hasAnswered ? 0 : (silence?.calls ?? 0) + 1,
  })
}

/** Since when the gateway has answered no poll: null if it answered the last one, undefined if not known (yet). */
export function findGatewaySilence(gateway: PaymentGateway): Date | null | undefined {
  const silence = silences.get(gateway)
  if (silence?.calls === 0) return null
  return silence && silence.calls >= SILENT_CALLS ? silence.since : undefined
}

const FAILURE_THRESHOLD = 5
const OPEN_MINUTES = 1

/** Per process: it saves time and is not a source of truth. */
const circuits = new WeakMap<PaymentGateway, { failures: number; openUntil: Date }>()

/** Whether recent consecutive timeouts opened the circuit of this gateway. */
export function isCircuitOpen(gateway: PaymentGateway, now: Date): boolean {
  const circuit = circuits.get(gateway)
  return circuit !== undefined && circuit.failures >= FAILURE_THRESHOLD && circuit.openUntil > now
}

/** Records the outcome of a call; refusals and errors count as answers. */
export function recordGatewayCall(gateway: PaymentGateway, outcome: 'said something' | unknown, now: Date): void {
  if (!(outcome instanceof GatewayTimeoutError)) circuits.delete(gateway)
  else
    circuits.set(gateway, {
      failures: (circuits.get(gateway)?.failures ?? 0) + 1,
      openUntil: addMinutes(now, OPEN_MINUTES),
    })
}
