import { parseIndianMobile } from '#src/core/validation/fields.ts'
import type { Db } from '#src/db/database.server.ts'
import {
  ChannelLimitReached,
  ChannelNotConfigured,
  NoSuchAddress,
  Undeliverable,
  type WhatsAppMessage,
} from '#src/features/notifications/outbox/outbox.server.ts'
import { type RateLimit, tryConsumeLimits, uncountLimits } from '#src/server/overload/rate-limit.server.ts'

const TIMEOUT_MS = 5000

/** Names of the templates by kind, and their language; read for each message because admins change them. */
export type WhatsAppTemplates = () => Promise<{ names: Partial<Record<string, string>>; language: string }>

type WhatsApp = {
  token: string | undefined
  phoneNumberId: string | undefined
  templates: WhatsAppTemplates
  url: string
  timeoutMs?: number
}

type SendWhatsApp = (message: WhatsAppMessage) => Promise<void>

/** Sends templates by WhatsApp's Cloud API. https://developers.facebook.com/docs/whatsapp/cloud-api/guides/send-message-templates */
export function createWhatsAppSender({ token, phoneNumberId, templates, url, timeoutMs = TIMEOUT_MS }: WhatsApp) {
  return async ({ to, kind, values }: WhatsAppMessage): Promise<void> => {
    if (!token || !phoneNumberId) throw new ChannelNotConfigured('WhatsApp is not set up: there is no token.')
    const { names, language } = await templates()
    const name = names[kind]
    if (!name) throw new ChannelNotConfigured(`WhatsApp is not set up: the settings have no template for '${kind}'.`)
    const number = parseIndianMobile(to)
    if (!number) throw new NoSuchAddress('The number is not an Indian mobile number.')
    const response = await fetch(`${url}/${phoneNumberId}/messages`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        ...{ messaging_product: 'whatsapp', recipient_type: 'individual', to: number.slice(1), type: 'template' },
        template: { name, language: { code: language }, components: [toBody(values)] },
      }),
      signal: AbortSignal.timeout(timeoutMs),
      redirect: 'error',
    }).catch((error: unknown) => {
      const isLate = error instanceof Error && error.name === 'TimeoutError'
      throw new Error(isLate ? `WhatsApp did not answer within ${timeoutMs} ms.` : 'WhatsApp cannot be reached.')
    })
    const answer = await response.text()
    if (response.ok) return
    throw toFailure(response.status, answer.replaceAll(token, '…'))
  }
}

const toBody = (values: Record<string, string>) => ({
  type: 'body',
  parameters: Object.entries(values).map(([name, text]) => ({ type: 'text', parameter_name: name, text })),
})

/** Templates that an admin must change. */
const TEMPLATE_CODES = [132000, 132001, 132005, 132007, 132012, 132015, 132016]
/** The number has no WhatsApp. */
const NO_WHATSAPP = 131026
const FINAL_CODES = [33, 100, 131008, 131009, 131021, 131047, 131050, 131051]
/** 0, 10 and 190 are the token, the others limits and outages. */
const RETRY_CODES = [0, 1, 2, 4, 10, 190, 80007, 130429, 131000, 131005, 131016, 131048, 131056, 133004]

/** https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes */
function toFailure(status: number, answer: string): Error {
  const { code, message, details } = parseError(answer)
  const text = `WhatsApp refused it (${code ?? status}): ${(details || message || answer || 'without a reason').slice(0, 200)}`
  if (code !== undefined && TEMPLATE_CODES.includes(code)) return new ChannelNotConfigured(text)
  if (code === NO_WHATSAPP) return new NoSuchAddress(text)
  if (code !== undefined && FINAL_CODES.includes(code)) return new Undeliverable(text)
  const mayHelp = status >= 500 || [401, 403, 408, 429].includes(status)
  return mayHelp || (code !== undefined && RETRY_CODES.includes(code)) ? new Error(text) : new Undeliverable(text)
}

function parseError(answer: string): { code?: number; message?: string; details?: string } {
  try {
    const { error } = JSON.parse(answer)
    return { code: error?.code, message: error?.message, details: error?.error_data?.details }
  } catch {
    return {}
  }
}

const NUMBER_LIMIT: RateLimit = { name: 'whatsapp-to-number', max: 3, perSeconds: 3600 }
const TOTAL_LIMIT: RateLimit = { name: 'whatsapp-in-all', max: 200, perSeconds: 86_400 }

export type WhatsAppLimiter = (send: SendWhatsApp) => SendWhatsApp

/** Limits WhatsApp like SMS: three an hour per number and 200 a day. Messages over a limit are held; only sent ones count. */
export const createWhatsAppLimiter =
  (db: Db): WhatsAppLimiter =>
  (send) =>
  async (message) => {
    const toNumber = { limit: NUMBER_LIMIT, subject: parseIndianMobile(message.to) ?? message.to }
    const all = { limit: TOTAL_LIMIT, subject: 'everybody' }
    if (!(await tryConsumeLimits(db, [toNumber])))
      throw new ChannelLimitReached('This number got three WhatsApp messages within an hour.')
    if (!(await tryConsumeLimits(db, [all]))) {
      await uncountLimits(db, [toNumber])
      throw new ChannelLimitReached('The limit of 200 WhatsApp messages a day is reached.')
    }
    try {
      await send(message)
    } catch (error) {
      await uncountLimits(db, [toNumber, all])
      throw error
    }
  }
