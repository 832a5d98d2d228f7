import { addMinutes } from '#src/core/dates.ts'
import { releaseSlotWhile } from '#src/server/http/request-context.server.ts'
import type { PaymentGateway } from './payment-gateway.server.ts'

/** How long the clock and a shopper wait for a provider, whatever it does: nobody else's turn may hang on it. */
const TIMEOUT_MS = 5000

class OutOfPatience extends Error {}

/** The provider's answer, or a refusal to wait longer. What it says after that is said to nobody; it is asked again. */
export async function withGatewayTimeout<T>(answer: T | Promise<T>, timeoutMs = TIMEOUT_MS): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const giveUp = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new OutOfPatience(`No answer in ${timeoutMs} ms`)), timeoutMs)
  })
  try {
    return await releaseSlotWhile(Promise.race([answer, giveUp]))
  } finally {
    clearTimeout(timer)
  }
}

/** After so many silences in a row a provider is left alone for a minute: asking it would only keep others waiting. */
const SILENCES = 5
const REST_MINUTES = 1

/** Of each process for itself: it only saves time, and decides about nothing. */
const known = new WeakMap<PaymentGateway, { silences: number; restsUntil: Date }>()

/** Whether the provider has been silent so often that it is not worth asking just now. */
export function isCircuitOpen(provider: PaymentGateway, now: Date): boolean {
  const circuit = known.get(provider)
  return circuit !== undefined && circuit.silences >= SILENCES && circuit.restsUntil > now
}

/** Remembers whether the provider said anything at all; a refusal and an error are words, too. */
export function recordGatewayCall(provider: PaymentGateway, outcome: 'said something' | unknown, now: Date): void {
  if (!(outcome instanceof OutOfPatience)) known.delete(provider)
  else
    known.set(provider, {
      silences: (known.get(provider)?.silences ?? 0) + 1,
      restsUntil: addMinutes(now, REST_MINUTES),
    })
}
