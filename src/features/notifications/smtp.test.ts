import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { deliveryFor } from './delivery.server.ts'
import { Undeliverable } from './delivery-failures.server.ts'

/** A mail server that takes everything, or refuses every recipient, and keeps what it was told. */
async function mailServer({ refuses = false } = {}) {
  const told: string[] = []
  const server: Server = createServer((socket) => {
    const answer = conversation({ told, refuses })
    socket.write('220 test\r\n')
    socket.on('error', () => {})
    socket.on('data', (data) => {
      for (const line of data.toString().split('\r\n').slice(0, -1)) socket.write(answer(line))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return { told, url: `smtp://127.0.0.1:${port}` }
}

function conversation({ told, refuses }: { told: string[]; refuses: boolean }) {
  let inMessage = false
  return (line: string) => {
    told.push(line)
    if (inMessage && line !== '.') return ''
    inMessage = line === 'DATA'
    if (inMessage) return '354 go on\r\n'
    return refuses && line.startsWith('RCPT') ? '550 no such box\r\n' : '250 ok\r\n'
  }
}

const live = (url: string) =>
  deliveryFor(
    {
      SHOP_MODE: 'live',
      SMTP_URL: url,
      MAIL_FROM: 'Golconda Cacao <shop@golconda.example>',
      MSG91_AUTH_KEY: undefined,
    },
    { smsTemplateIds: async () => ({}), smsBudget: (send) => send },
  )
const message = { id: '1', channel: 'email', to: 'asha@example.com', subject: 'నమస్తే', text: 'Hello Asha' } as const

it('sends an e-mail through the mail server of a live shop', async () => {
  const { told, url } = await mailServer()
  await live(url)(message)
  expect(told).toContain('MAIL FROM:<shop@golconda.example>')
  expect(told).toContain('RCPT TO:<asha@example.com>')
  expect(told).toContain('Hello Asha')
  expect(told).toContain('Message-ID: <1@golconda.example>')
})

it('attack M3: a mail server elsewhere that offers no encryption is told nothing', async () => {
  const { told, url } = await mailServer()
  // The same server by an address that is not the loopback's.
  await expect(live(url.replace('127.0.0.1', '0.0.0.0'))(message)).rejects.toThrow()
  expect(told.some((line) => line.startsWith('EHLO'))).toBe(true)
  expect(told.filter((line) => /^(MAIL|RCPT|DATA)/.test(line))).toEqual([])
})

it('lets no subject write headers of its own', async () => {
  const { told, url } = await mailServer()
  await live(url)({ ...message, subject: 'Hello\r\nBcc: ravi@example.com' })
  expect(told.filter((line) => line.startsWith('RCPT'))).toEqual(['RCPT TO:<asha@example.com>'])
  expect(told.filter((line) => /^bcc/i.test(line))).toEqual([])
})

it('fails when the mail server refuses, so that the outbox tries again', async () => {
  const { url } = await mailServer({ refuses: true })
  await expect(live(url)(message)).rejects.toThrow('550')
})

it('does not send an SMS as a mail', async () => {
  const { told, url } = await mailServer()
  const sms = { id: '1', channel: 'sms', to: '+919876543210', kind: 'order-paid', values: {}, text: 'Paid' } as const
  await expect(live(url)(sms)).rejects.toThrow('SMS is not set up')
  expect(told).toEqual([])
})

const demo = () =>
  deliveryFor(
    { SHOP_MODE: 'demo', SMTP_URL: undefined, MAIL_FROM: undefined, MSG91_AUTH_KEY: undefined },
    { smsTemplateIds: async () => ({}), smsBudget: (send) => send },
  )

it('needs no mail server in a demo', () => expect(demo()(message)).resolves.toBe('kept'))

it('finds no mailbox under .invalid, in the demo as in the world', () =>
  expect(demo()({ ...message, to: 'asha@nowhere.invalid' })).rejects.toThrow(Undeliverable))
