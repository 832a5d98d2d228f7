import { setTimeout } from 'node:timers/promises'
import { addMinutes } from '#src/core/dates.ts'
import { releaseSlotWhile } from './request-context.server.ts'

/** One slow service must not block the jobs or a customer's request. */
const TIMEOUT_MS = 5000

export class NoAnswerError extends Error {}

/** Rejects after the timeout; a later answer is dropped. */
export async function withTimeout<T>(answer: T | Promise<T>, timeoutMs = TIMEOUT_MS): Promise<T> {
  const giveUp = setTimeout(timeoutMs, undefined, { ref: false }).then(() => {
    throw new NoAnswerError(`No answer in ${timeoutMs} ms`)
  })
  return releaseSlotWhile(Promise.race([answer, giveUp]))
}

const silences = new WeakMap<object, { since: Date; calls: number }>()
const SILENT_CALLS = 3

/** Records whether a service answered a poll: `false` for timeouts and for errors. */
export function recordAnswer(service: object, hasAnswered: boolean, now: Date): void {
  const silence = silences.get(service)
  silences.set(service, {
    since: silence?.calls ? silence.since : now,
    calls: hasAnswered ? 0 : (silence?.calls ?? 0) + 1,
  })
}

/** Since when a service has answered no poll: null if it answered the last one, undefined if not known (yet). */
export function findSilence(service: object): Date | null | undefined {
  const silence = silences.get(service)
  if (silence?.calls === 0) return null
  return silence && silence.calls >= SILENT_CALLS ? silence.since : undefined
}

const FAILURE_THRESHOLD = 5
const OPEN_MINUTES = 1

/** Per process: it saves time and is not a source of truth. */
const circuits = new WeakMap<object, { failures: number; openUntil: Date }>()

/** Whether recent consecutive timeouts opened the circuit of this service. */
export function isCircuitOpen(service: object, now: Date): boolean {
  const circuit = circuits.get(service)
  return circuit !== undefined && circuit.failures >= FAILURE_THRESHOLD && circuit.openUntil > now
}

/** Records the outcome of a call; refusals and errors count as answers. */
export function recordCall(service: object, outcome: 'answered' | unknown, now: Date): void {
  if (!(outcome instanceof NoAnswerError)) circuits.delete(service)
  else
    circuits.set(service, {
      failures: (circuits.get(service)?.failures ?? 0) + 1,
      openUntil: addMinutes(now, OPEN_MINUTES),
    })
}
