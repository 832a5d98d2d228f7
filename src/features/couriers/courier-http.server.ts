import { COURIER_TITLES, type CourierName } from '#src/core/couriers.ts'
import { isCircuitOpen, NoAnswerError, recordCall } from '#src/server/http/circuit-breaker.server.ts'
import { parsedOrUndefined } from '#src/server/http/request-checks.server.ts'
import { releaseSlotWhile } from '#src/server/http/request-context.server.ts'
import { CourierRefusal, CourierUnavailable } from './courier.server.ts'

const TIMEOUT_MS = 8000
const MAX_LABEL_BYTES = 5_000_000
const MAX_ANSWER_BYTES = 2_000_000

export type CourierAccess = { url: string; timeoutMs?: number }
export type CourierAnswer = { status: number; text: string; json: unknown }

type HttpInput = CourierAccess & { courier: CourierName; secrets: () => readonly string[] }
type Call = { method: 'GET' | 'POST'; path: string; headers: Record<string, string>; body?: string }

export type CourierHttp = ReturnType<typeof createCourierHttp>

/** Calls a courier with a timeout and a circuit breaker. Treats 429 and 5xx as no answer. */
export function createCourierHttp({ courier, url, timeoutMs = TIMEOUT_MS, secrets }: HttpInput) {
  const circuit = {}
  const title = COURIER_TITLES[courier]

  async function send(address: URL, init: RequestInit): Promise<Response> {
    if (isCircuitOpen(circuit, new Date()))
      throw new CourierUnavailable(`${title} has not answered several times. Please try again in a minute.`)
    try {
      const signal = AbortSignal.timeout(timeoutMs)
      const response = await releaseSlotWhile(fetch(address, { ...init, signal, redirect: 'error' }))
      recordCall(circuit, response.status >= 500 ? new NoAnswerError() : 'answered', new Date())
      return response
    } catch (error) {
      recordCall(circuit, new NoAnswerError(), new Date())
      const isLate = error instanceof Error && error.name === 'TimeoutError'
      throw new CourierUnavailable(isLate ? `${title} did not answer in time.` : `${title} cannot be reached.`)
    }
  }

  /** Stops at a limit, so that an endless answer cannot fill the memory. */
  async function readUpTo(maxBytes: number, { body }: Response): Promise<Buffer> {
    const parts: Uint8Array[] = []
    let size = 0
    try {
      for await (const part of body ?? []) {
        size += part.length
        if (size > maxBytes) break
        parts.push(part)
      }
    } catch {
      throw new CourierUnavailable(`${title} broke off its answer.`)
    }
    if (size > maxBytes) throw new CourierUnavailable(`The answer of ${title} is too long.`)
    return Buffer.concat(parts)
  }

  return {
    async call({ method, path, headers, body }: Call): Promise<CourierAnswer> {
      const response = await send(new URL(path, url), { method, headers, ...(body !== undefined && { body }) })
      const text = (await readUpTo(MAX_ANSWER_BYTES, response)).toString()
      const { status } = response
      if (status === 429) throw new CourierUnavailable(`${title} takes no more requests just now.`)
      if (status >= 500) throw new CourierUnavailable(`${title} has a fault (${status}).`)
      return { status, text, json: parsedOrUndefined(text) }
    },

    /** Downloads a label. The courier's link must be https or lead to the courier's own server. */
    async downloadPdf(link: string): Promise<Buffer> {
      const address = URL.parse(link)
      if (!address || (address.protocol !== 'https:' && address.origin !== new URL(url).origin))
        throw new CourierRefusal(`${title} named no usable address of the label.`)
      const response = await send(address, { method: 'GET' })
      const bytes = await readUpTo(MAX_LABEL_BYTES, response)
      if (!response.ok || bytes.subarray(0, 4).toString() !== '%PDF')
        throw new CourierRefusal(`${title} sent no label that can be read.`)
      return bytes
    },

    /** A refusal with the courier's words, without our secrets. */
    refusal(words: unknown): CourierRefusal {
      const said = typeof words === 'string' && words.trim() !== '' ? words.trim() : 'without a reason'
      const safe = secrets().reduce((text, secret) => text.replaceAll(secret, '…'), said)
      return new CourierRefusal(`${title} refuses: ${safe.slice(0, 300)}`)
    },

    unreadable: (what: string) => new CourierUnavailable(`The answer of ${title} about ${what} cannot be read.`),
  }
}

/** Parses a courier's time, which is Indian unless it has an offset. Undefined if it is invalid. */
export function courierTime(text: string): Date | undefined {
  const [, day, month, year, clock] = /^(\d{2}) (\d{2}) (\d{4}) (\d{2}:\d{2}:\d{2})$/.exec(text.trim()) ?? []
  const iso = clock ? `${year}-${month}-${day}T${clock}` : text.trim().replace(' ', 'T')
  const time = new Date(/(Z|[+-]\d{2}:?\d{2})$/.test(iso) ? iso : `${iso}+05:30`)
  return Number.isNaN(time.getTime()) ? undefined : time
}
