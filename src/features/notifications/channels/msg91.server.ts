import { parseIndianMobile } from '#src/core/validation/fields.ts'
import {
  ChannelNotConfigured,
  NoSuchAddress,
  type SmsMessage,
  Undeliverable,
} from '#src/features/notifications/outbox/outbox.server.ts'
import type { SmsKind } from './sms-templates.ts'

const FLOW_CALL = 'https://control.msg91.com/api/v5/flow'
const TIMEOUT_MS = 5000

/** MSG91 template ids, read for each SMS because admins change them while the shop runs. */
export type SmsTemplateIds = () => Promise<Partial<Record<SmsKind, string>>>

type Msg91 = {
  /** Absent in a shop that sends no SMS. */
  authKey: string | undefined
  templateIds: SmsTemplateIds
  url?: string
  timeoutMs?: number
}

/** Sends SMS through MSG91's flow API. MSG91 also reports errors with status 200 and `type: error`. */
export function createMsg91Sender({ authKey, templateIds, url = FLOW_CALL, timeoutMs = TIMEOUT_MS }: Msg91) {
  return async ({ to, kind, values }: SmsMessage): Promise<void> => {
    if (!authKey) throw new ChannelNotConfigured('SMS is not set up: there is no MSG91 key.')
    const templateId = (await templateIds())[kind]
    if (!templateId) throw new ChannelNotConfigured(`SMS is not set up: the settings have no template for '${kind}'.`)
    const mobiles = indianMobile(to)
    const response = await fetch(url, {
      method: 'POST',
      headers: { authkey: authKey, accept: 'application/json', 'content-type': 'application/json' },
      body: JSON.stringify({ template_id: templateId, short_url: '0', recipients: [{ ...values, mobiles }] }),
      signal: AbortSignal.timeout(timeoutMs),
      redirect: 'error',
    }).catch((error: unknown) => {
      const isLate = error instanceof Error && error.name === 'TimeoutError'
      throw new Error(isLate ? `MSG91 did not answer within ${timeoutMs} ms.` : 'MSG91 cannot be reached.')
    })
    const answer = await response.text()
    if (response.ok && parsed(answer)?.type === 'success') return
    const failure = `MSG91 refused it (${response.status}): ${wordsOf(answer).replaceAll(authKey, '…')}`
    throw isFinal(response.status) ? new Undeliverable(failure) : new Error(failure)
  }
}

/** The number as MSG91 expects it: 919876543210. Only Indian mobile numbers are accepted. */
function indianMobile(typed: string): string {
  const number = parseIndianMobile(typed)
  if (!number) throw new NoSuchAddress('The number is not an Indian mobile number.')
  return number.slice(1)
}

function wordsOf(answer: string): string {
  return String(parsed(answer)?.message ?? answer).slice(0, 200) || 'without a reason'
}

function parsed(body: string): { type?: unknown; message?: unknown } | undefined {
  try {
    const answer: unknown = JSON.parse(body)
    return typeof answer === 'object' && answer !== null ? answer : undefined
  } catch {
    return undefined
  }
}

/** Only authentication errors, 429 and server errors are worth a retry. */
function isFinal(status: number): boolean {
  return status < 500 && ![401, 403, 408, 418, 429].includes(status)
}
