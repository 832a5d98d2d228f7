import { parseIndianMobile } from '#src/core/validation/fields.ts'
import { NoSuchAddress } from '#src/features/notifications/outbox/outbox.server.ts'

export const PROVIDER_TIMEOUT_MS = 5000

type ProviderCall = {
  provider: string
  url: string
  headers: Record<string, string>
  body: unknown
  /** Replaced in the answer, which is logged and shown to admins. */
  secret: string
  timeoutMs: number
}

export type ProviderAnswer = { isOk: boolean; status: number; text: string }

/** Posts JSON to a provider of text messages. Throws if it does not answer in time, or at all. */
export async function postToProvider(call: ProviderCall): Promise<ProviderAnswer> {
  const { provider, url, headers, body, secret, timeoutMs } = call
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(timeoutMs),
    redirect: 'error',
  }).catch((error: unknown) => {
    const isLate = error instanceof Error && error.name === 'TimeoutError'
    throw new Error(isLate ? `${provider} did not answer within ${timeoutMs} ms.` : `${provider} cannot be reached.`)
  })
  const text = (await response.text()).replaceAll(secret, '…')
  return { isOk: response.ok, status: response.status, text }
}

/** The number as providers expect it: 919876543210. Only Indian mobile numbers are accepted. */
export function mobileOf(typed: string): string {
  const number = parseIndianMobile(typed)
  if (!number) throw new NoSuchAddress('The number is not an Indian mobile number.')
  return number.slice(1)
}
