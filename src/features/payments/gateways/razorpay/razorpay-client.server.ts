import type { z } from 'zod'
import { parsedOrUndefined } from '#src/server/http/request-checks.server.ts'

const TIMEOUT_MS = 10_000
const PAUSE_MS = 300

/** Razorpay refused; nothing happened, and a retry would be refused too. */
export class RazorpayRejection extends Error {}

/** No usable answer: the outcome is unknown, so the caller must check it. */
export class RazorpayTimeout extends Error {}

export type RazorpayCredentials = {
  keyId: string
  keySecret: string
  url: string
  timeoutMs?: number
}

type Post = { body: unknown; headers?: Record<string, string> }
export type RazorpayClient = ReturnType<typeof createRazorpayClient>

/** A GET is retried once; a POST never, because only its caller knows whether it may be. */
export function createRazorpayClient({ keyId, keySecret, url, timeoutMs = TIMEOUT_MS }: RazorpayCredentials) {
  const authorization = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`

  async function call<T extends z.ZodType>(path: string, schema: T, init: RequestInit): Promise<z.output<T>> {
    const { status, text } = await answerTo(new URL(path, url), {
      ...init,
      headers: { accept: 'application/json', authorization, ...init.headers },
      signal: AbortSignal.timeout(timeoutMs),
      redirect: 'error',
    })
    const where = `${init.method} ${path.split('?')[0]}`
    if (status >= 200 && status < 300) {
      const parsed = schema.safeParse(parsedOrUndefined(text))
      if (!parsed.success) throw new RazorpayTimeout(`Razorpay's answer to ${where} cannot be read.`)
      return parsed.data
    }
    const message = `Razorpay answered ${status} to ${where}: ${errorTextOf(text).replaceAll(keySecret, '…')}`
    throw isRefusal(status) ? new RazorpayRejection(message) : new RazorpayTimeout(message)
  }

  return {
    get: async <T extends z.ZodType>(path: string, schema: T): Promise<z.output<T>> => {
      try {
        return await call(path, schema, { method: 'GET' })
      } catch (error) {
        if (!(error instanceof RazorpayTimeout) || error.cause === TIMED_OUT) throw error
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
        return call(path, schema, { method: 'GET' })
      }
    },
    post: <T extends z.ZodType>(path: string, schema: T, { body, headers }: Post): Promise<z.output<T>> =>
      call(path, schema, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
  }
}

/** A call that timed out is not retried at once: a request is waiting for it. */
const TIMED_OUT = 'late'

async function answerTo(url: URL, init: RequestInit): Promise<{ status: number; text: string }> {
  try {
    const response = await fetch(url, init)
    return { status: response.status, text: await response.text() }
  } catch (error) {
    const isLate = error instanceof Error && error.name === 'TimeoutError'
    throw isLate
      ? new RazorpayTimeout('Razorpay did not answer in time.', { cause: TIMED_OUT })
      : new RazorpayTimeout('Razorpay cannot be reached.')
  }
}

/** A wrong key or too many calls are temporary, not refusals. */
function isRefusal(status: number): boolean {
  return status >= 400 && status < 500 && ![401, 403, 408, 409, 429].includes(status)
}

function errorTextOf(text: string): string {
  const { error } = Object(parsedOrUndefined(text))
  return String(Object(error).description ?? 'without a reason').slice(0, 200)
}
