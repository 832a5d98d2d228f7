import { expect, it } from 'vitest'
import { ChannelNotConfigured, NoSuchAddress, Undeliverable } from '#src/features/notifications/outbox/outbox.server.ts'
import { SENT_ID, startFakeWhatsApp, whatsAppError } from '#tests/fakes/whatsapp.ts'
import { renderSms, sendsByWhatsApp, WHATSAPP_KINDS } from './sms-templates.ts'
import { createWhatsAppSender } from './whatsapp.server.ts'

const TOKEN = 'a-secret-test-token'
const PAID = renderSms('order-paid', { amount: '2,149.00', order: 'ORD_1' })
const MESSAGE = { channel: 'whatsapp', to: '+919876543210', ...PAID } as const

type Setup = { token?: string | undefined; timeoutMs?: number }

const sending = (url: string, setup: Setup = {}) =>
  createWhatsAppSender({
    ...{ token: TOKEN, phoneNumberId: '106540352242922', url, timeoutMs: 20_000 },
    templates: async () => ({ language: 'en', names: { 'order-paid': 'order_paid' } }),
    ...setup,
  })
const failureOf = (sent: Promise<unknown>) =>
  sent.then(
    () => new Error('it was accepted'),
    (error: Error) => error,
  )

it('sends a template with its variables by name', async () => {
  const { received, url } = await startFakeWhatsApp()
  expect(await sending(url)(MESSAGE)).toEqual({ providerId: SENT_ID })
  expect(received).toEqual([
    {
      path: '/v24.0/106540352242922/messages',
      authorization: `Bearer ${TOKEN}`,
      body: {
        messaging_product: 'whatsapp',
        recipient_type: 'individual',
        to: '919876543210',
        type: 'template',
        template: {
          name: 'order_paid',
          language: { code: 'en' },
          components: [
            {
              type: 'body',
              parameters: [
                { type: 'text', parameter_name: 'amount', text: '2,149.00' },
                { type: 'text', parameter_name: 'order', text: 'ORD_1' },
              ],
            },
          ],
        },
      },
    },
  ])
})

it('sends a message whose answer names no id, and knows no more of it', async () => {
  const { url } = await startFakeWhatsApp({ status: 200, body: '{}' })
  expect(await sending(url)(MESSAGE)).toEqual({ providerId: undefined })
})

it.each([
  [131026, 'Message Undeliverable.'],
  [131047, 'More than 24 hours have passed since the recipient last replied.'],
  [131051, 'Message type is not currently supported.'],
])('gives up when no retry can help: %i', async (code, details) => {
  const { url } = await startFakeWhatsApp(whatsAppError(code, details))
  const failure = await failureOf(sending(url)(MESSAGE))
  expect(failure).toBeInstanceOf(Undeliverable)
  expect(failure.message).toBe(`WhatsApp refused it (${code}): ${details}`)
})

it('calls a number without WhatsApp a wrong address', async () => {
  const { url } = await startFakeWhatsApp(whatsAppError(131026, 'Message Undeliverable.'))
  expect(await failureOf(sending(url)(MESSAGE))).toBeInstanceOf(NoSuchAddress)
})

it.each([
  [132001, 'template name (order_paid) does not exist in en', 404],
  [132000, 'number of localizable_params (1) does not match the expected number of params (2)', 400],
  [132015, 'Template is paused due to low quality', 400],
])('holds a message whose template an admin must change: %i', async (code, details, status) => {
  const { url } = await startFakeWhatsApp(whatsAppError(code, details, status))
  expect(await failureOf(sending(url)(MESSAGE))).toBeInstanceOf(ChannelNotConfigured)
})

it.each([
  [130429, 'Cloud API message throughput has been reached.', 429],
  [80007, 'The WhatsApp Business Account has reached its rate limit.', 400],
  [131056, 'Too many messages to this number in a short time.', 400],
  [190, 'The access token has expired.', 401],
  [131000, 'Something went wrong.', 500],
])('tries again after %i', async (code, details, status) => {
  const { url } = await startFakeWhatsApp(whatsAppError(code, details, status))
  const failure = await failureOf(sending(url)(MESSAGE))
  expect(failure).not.toBeInstanceOf(Undeliverable)
  expect(failure).not.toBeInstanceOf(ChannelNotConfigured)
  expect(failure.message).toContain(String(code))
})

it('tries again when WhatsApp does not answer, or cannot be reached', async () => {
  const silent = await startFakeWhatsApp(null)
  expect((await failureOf(sending(silent.url, { timeoutMs: 300 })(MESSAGE))).message).toBe(
    'WhatsApp did not answer within 300 ms.',
  )
  expect((await failureOf(sending('http://127.0.0.1:9')(MESSAGE))).message).toBe('WhatsApp cannot be reached.')
})

it('never reveals the token, even if the answer contains it', async () => {
  const { url } = await startFakeWhatsApp(whatsAppError(190, `Malformed access token ${TOKEN}`, 401))
  expect((await failureOf(sending(url)(MESSAGE))).message).toBe('WhatsApp refused it (190): Malformed access token …')
})

it('holds messages until a token and a template are set up', async () => {
  const { received, url } = await startFakeWhatsApp()
  expect(await failureOf(sending(url, { token: undefined })(MESSAGE))).toBeInstanceOf(ChannelNotConfigured)
  const failure = await failureOf(sending(url)({ ...MESSAGE, kind: 'order-shipped' }))
  expect(failure).toBeInstanceOf(ChannelNotConfigured)
  expect(received).toEqual([])
})

it('is offered to customers once each text has its template', () => {
  const names = Object.fromEntries(WHATSAPP_KINDS.map((kind) => [kind, kind.replaceAll('-', '_')]))
  expect(sendsByWhatsApp('none', names)).toBe(false)
  expect(sendsByWhatsApp('registered', { ...names, 'order-shipped': '' })).toBe(false)
  expect(sendsByWhatsApp('registered', names)).toBe(true)
})
