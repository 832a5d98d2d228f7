import {
  ChannelNotConfigured,
  type SmsMessage,
  Undeliverable,
} from '#src/features/notifications/outbox/outbox.server.ts'
import { parsedOrUndefined } from '#src/server/http/request-checks.server.ts'
import { mobileOf, PROVIDER_TIMEOUT_MS, postToProvider } from './post-to-provider.server.ts'
import type { SmsKind } from './sms-templates.ts'

const FLOW_CALL = 'https://control.msg91.com/api/v5/flow'

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
export function createMsg91Sender({ authKey, templateIds, url = FLOW_CALL, timeoutMs = PROVIDER_TIMEOUT_MS }: Msg91) {
  return async ({ to, kind, values }: SmsMessage): Promise<undefined> => {
    if (!authKey) throw new ChannelNotConfigured('SMS is not set up: there is no MSG91 key.')
    const templateId = (await templateIds())[kind]
    if (!templateId) throw new ChannelNotConfigured(`SMS is not set up: the settings have no template for '${kind}'.`)
    const { isOk, status, text } = await postToProvider({
      ...{ provider: 'MSG91', url, timeoutMs, secret: authKey },
      headers: { authkey: authKey, accept: 'application/json' },
      body: { template_id: templateId, short_url: '0', recipients: [{ ...values, mobiles: mobileOf(to) }] },
    })
    const { type, message } = Object(parsedOrUndefined(text))
    if (isOk && type === 'success') return
    const failure = `MSG91 refused it (${status}): ${String(message ?? text).slice(0, 200) || 'without a reason'}`
    throw isFinal(status) ? new Undeliverable(failure) : new Error(failure)
  }
}

/** Only authentication errors, 429 and server errors are worth a retry. */
function isFinal(status: number): boolean {
  return status < 500 && ![401, 403, 408, 418, 429].includes(status)
}
