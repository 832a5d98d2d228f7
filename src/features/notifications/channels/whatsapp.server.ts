import { z } from 'zod'
import {
  ChannelNotConfigured,
  type Delivered,
  NoSuchAddress,
  Undeliverable,
  type WhatsAppMessage,
} from '#src/features/notifications/outbox/outbox.server.ts'
import { parsedOrUndefined } from '#src/server/http/request-checks.server.ts'
import { mobileOf, PROVIDER_TIMEOUT_MS, postToProvider } from './post-to-provider.server.ts'

/** Names of the templates by kind, and their language; read for each message because admins change them. */
export type WhatsAppTemplates = () => Promise<{ names: Partial<Record<string, string>>; language: string }>

type WhatsApp = {
  token: string | undefined
  phoneNumberId: string | undefined
  templates: WhatsAppTemplates
  url: string
  timeoutMs?: number
}

const Accepted = z.object({ messages: z.array(z.object({ id: z.string().max(200) })).min(1) })

/** Sends templates by WhatsApp's Cloud API. https://developers.facebook.com/docs/whatsapp/cloud-api/guides/send-message-templates */
export function createWhatsAppSender({
  token,
  phoneNumberId,
  templates,
  url,
  timeoutMs = PROVIDER_TIMEOUT_MS,
}: WhatsApp) {
  return async ({ to, kind, values }: WhatsAppMessage): Promise<Delivered> => {
    if (!token || !phoneNumberId) throw new ChannelNotConfigured('WhatsApp is not set up: there is no token.')
    const { names, language } = await templates()
    const name = names[kind]
    if (!name) throw new ChannelNotConfigured(`WhatsApp is not set up: the settings have no template for '${kind}'.`)
    const { isOk, status, text } = await postToProvider({
      ...{ provider: 'WhatsApp', url: `${url}/${phoneNumberId}/messages`, timeoutMs, secret: token },
      headers: { authorization: `Bearer ${token}` },
      body: {
        ...{ messaging_product: 'whatsapp', recipient_type: 'individual', to: mobileOf(to), type: 'template' },
        template: { name, language: { code: language }, components: [toBody(values)] },
      },
    })
    if (!isOk) throw toFailure(status, text)
    return { providerId: Accepted.safeParse(parsedOrUndefined(text)).data?.messages[0]?.id }
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
  const text = describeError({ code: code ?? status, words: details || message || answer })
  if (code !== undefined && TEMPLATE_CODES.includes(code)) return new ChannelNotConfigured(text)
  if (isNoAddress(code)) return new NoSuchAddress(text)
  if (code !== undefined && FINAL_CODES.includes(code)) return new Undeliverable(text)
  const mayHelp = status >= 500 || [401, 403, 408, 429].includes(status)
  return mayHelp || (code !== undefined && RETRY_CODES.includes(code)) ? new Error(text) : new Undeliverable(text)
}

export const describeError = ({ code, words }: { code: number | undefined; words: string | undefined }) =>
  `WhatsApp refused it${code === undefined ? '' : ` (${code})`}: ${(words || 'without a reason').slice(0, 200)}`

export const isNoAddress = (code: number | undefined) => code === NO_WHATSAPP

function parseError(answer: string): { code?: number; message?: string; details?: string } {
  const { error } = Object(parsedOrUndefined(answer))
  return { code: error?.code, message: error?.message, details: error?.error_data?.details }
}
