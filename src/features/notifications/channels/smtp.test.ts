import { expect, it } from 'vitest'
import { Undeliverable } from '#src/features/notifications/outbox/outbox.server.ts'
import { startFakeSmtp } from '#tests/fakes/smtp.ts'
import { createDelivery } from './channels.server.ts'

const live = (url: string) =>
  createDelivery(
    {
      SHOP_MODE: 'live',
      SMTP_URL: url,
      MAIL_FROM: 'Golconda Cacao <shop@golconda.example>',
      MSG91_AUTH_KEY: undefined,
    },
    { smsTemplateIds: async () => ({}), smsBudget: (send) => send },
  )
const message = {
  id: '1',
  channel: 'email',
  to: 'asha@example.com',
  subject: 'నమస్తే',
  text: 'Hello Asha',
  body: null,
} as const

it('sends an e-mail through the mail server of a live shop', async () => {
  const { received, url } = await startFakeSmtp()
  await live(url)(message)
  expect(received).toContain('MAIL FROM:<shop@golconda.example>')
  expect(received).toContain('RCPT TO:<asha@example.com>')
  expect(received).toContain('Hello Asha')
  expect(received).toContain('Message-ID: <1@golconda.example>')
})

it('attack M3: a remote mail server without TLS receives nothing', async () => {
  const { received, url } = await startFakeSmtp()
  await expect(live(url.replace('127.0.0.1', '0.0.0.0'))(message)).rejects.toThrow()
  expect(received.some((line) => line.startsWith('EHLO'))).toBe(true)
  expect(received.filter((line) => /^(MAIL|RCPT|DATA)/.test(line))).toEqual([])
})

it('lets no subject write headers of its own', async () => {
  const { received, url } = await startFakeSmtp()
  await live(url)({ ...message, subject: 'Hello\r\nBcc: ravi@example.com' })
  expect(received.filter((line) => line.startsWith('RCPT'))).toEqual(['RCPT TO:<asha@example.com>'])
  expect(received.filter((line) => /^bcc/i.test(line))).toEqual([])
})

it('fails when the mail server refuses, so that the outbox tries again', async () => {
  const { url } = await startFakeSmtp({ refuses: true })
  await expect(live(url)(message)).rejects.toThrow('550')
})

it('does not send an SMS as a mail', async () => {
  const { received, url } = await startFakeSmtp()
  const sms = { id: '1', channel: 'sms', to: '+919876543210', kind: 'order-paid', values: {}, text: 'Paid' } as const
  await expect(live(url)(sms)).rejects.toThrow('SMS is not set up')
  expect(received).toEqual([])
})

const demo = () =>
  createDelivery(
    { SHOP_MODE: 'demo', SMTP_URL: undefined, MAIL_FROM: undefined, MSG91_AUTH_KEY: undefined },
    { smsTemplateIds: async () => ({}), smsBudget: (send) => send },
  )

it('needs no mail server in a demo', () => expect(demo()(message)).resolves.toBe('stored'))

it('treats addresses under .invalid as undeliverable, in the demo too', () =>
  expect(demo()({ ...message, to: 'asha@nowhere.invalid' })).rejects.toThrow(Undeliverable))
