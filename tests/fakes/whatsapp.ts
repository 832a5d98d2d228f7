import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import { listenLocally } from '#src/testing/resources.ts'

type Received = { path: string | undefined; authorization: string | undefined; body: unknown }

/** An error as the Cloud API documents it. */
export const whatsAppError = (code: number, details: string, status = 400) => ({
  status,
  body: JSON.stringify({
    error: {
      message: `(#${code}) ${details}`,
      type: 'OAuthException',
      code,
      error_data: { messaging_product: 'whatsapp', details },
      fbtrace_id: 'AbCdEfGhIjKlMnOpQrStUv',
    },
  }),
})

/** The id of each message that is accepted. */
export const SENT_ID = 'wamid.HBgMOTE5ODc2NTQzMjEwFQIAERgSRkE'

const ACCEPTED = {
  status: 200,
  body: JSON.stringify({
    messaging_product: 'whatsapp',
    contacts: [{ input: '919876543210', wa_id: '919876543210' }],
    messages: [{ id: SENT_ID, message_status: 'accepted' }],
  }),
}

/** WhatsApp's Cloud API on a port of its own. Accepts every message, or always gives this answer; `null` is none. */
export async function startFakeWhatsApp(answer: { status: number; body: string } | null = ACCEPTED) {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    received.push({ path: request.url, authorization: request.headers.authorization, body: await json(request) })
    if (answer) response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body)
  })
  return { received, url: `http://127.0.0.1:${await listenLocally(server)}/v24.0` }
}

type Status = { status: string; id?: string; at: Date; error?: { code: number; title: string; details: string } }

/** A status webhook as the Cloud API documents it: the signed body and its headers. */
export function whatsAppStatuses(statuses: readonly Status[], appSecret: string) {
  const body = JSON.stringify({
    object: 'whatsapp_business_account',
    entry: [
      {
        id: '102290129340398',
        changes: [
          {
            field: 'messages',
            value: {
              messaging_product: 'whatsapp',
              metadata: { display_phone_number: '15550783881', phone_number_id: '106540352242922' },
              statuses: statuses.map(toStatus),
            },
          },
        ],
      },
    ],
  })
  return { body, headers: { 'content-type': 'application/json', 'x-hub-signature-256': signatureOf(body, appSecret) } }
}

export const signatureOf = (body: string, appSecret: string) =>
  `sha256=${createHmac('sha256', appSecret).update(body).digest('hex')}`

const toStatus = ({ status, id = SENT_ID, at, error }: Status) => ({
  id,
  status,
  timestamp: String(Math.floor(at.getTime() / 1000)),
  recipient_id: '919876543210',
  ...(status === 'sent' && { pricing: { billable: true, pricing_model: 'PMP', category: 'utility' } }),
  ...(error && {
    errors: [
      {
        ...{ code: error.code, title: error.title, message: error.title },
        error_data: { details: error.details },
        href: 'https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes/',
      },
    ],
  }),
})
