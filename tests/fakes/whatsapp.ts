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

const ACCEPTED = {
  status: 200,
  body: JSON.stringify({
    messaging_product: 'whatsapp',
    contacts: [{ input: '919876543210', wa_id: '919876543210' }],
    messages: [{ id: 'wamid.HBgMOTE5ODc2NTQzMjEwFQIAERgSRkE', message_status: 'accepted' }],
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
