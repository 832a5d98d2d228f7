import { describe, expect, it } from 'vitest'
import { ChannelUnavailable, Undeliverable } from '#src/features/notifications/outbox/outbox.server.ts'
import { failureOf } from '#src/testing/resources.ts'
import { mailOnlyEnv, UNLIMITED_CHANNELS } from '#tests/factories/channels.ts'
import { trustLocalhost } from '#tests/fakes/localhost-certificate.ts'
import { startMailServer } from '#tests/fakes/mail-server.ts'
import { createDelivery } from './channels.server.ts'

const live = (url: string) => createDelivery(mailOnlyEnv(url), UNLIMITED_CHANNELS)
const message = {
  id: '1',
  channel: 'email',
  to: 'asha@example.com',
  subject: 'నమస్తే',
  text: 'Hello Asha',
  body: ['Hello Asha'],
} as const

/** The same server by a name that is not this machine's. */
const remote = (url: string) => url.replace('127.0.0.1', '0.0.0.0')

describe('a live shop', () => {
  it('sends an e-mail as plain text and as HTML', async () => {
    const { mails, url } = await startMailServer()
    await live(url)(message)
    expect(mails).toMatchObject([{ from: 'shop@golconda.example', to: ['asha@example.com'] }])
    const { raw } = mails[0] ?? { raw: '' }
    expect(raw).toContain('Message-ID: <1@golconda.example>')
    expect(raw).toContain('Content-Type: multipart/alternative')
    expect(raw).toMatch(/Content-Type: text\/plain; charset=utf-8[^<]*\r\nHello Asha\r\n/)
    expect(raw).toMatch(/Content-Type: text\/html; charset=utf-8[\s\S]*<!doctype html>/)
    expect(raw.indexOf('text/plain')).toBeLessThan(raw.indexOf('text/html'))
  })

  it('sends what an older version queued as plain text alone', async () => {
    const { mails, url } = await startMailServer()
    await live(url)({ ...message, body: null })
    expect(mails[0]?.raw).toContain('Hello Asha')
    expect(mails[0]?.raw).not.toMatch(/multipart|html/)
  })

  it('names the link that stops e-mails like this in the headers that mail programs read', async () => {
    const { mails, url } = await startMailServer()
    const unsubscribeUrl = `https://golconda.example/api/unsubscribe/${'A1-_'.repeat(40)}`
    for (const extra of [{ unsubscribeUrl }, {}]) await live(url)({ ...message, ...extra })
    const headers = mails[0]?.raw.replaceAll('\r\n ', ' ')
    expect(headers).toContain(`List-Unsubscribe: <${unsubscribeUrl}>\r\n`)
    expect(headers).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n')
    expect(mails[1]?.raw).not.toContain('List-Unsubscribe')
  })

  it('lets no subject write headers of its own', async () => {
    const { mails, url } = await startMailServer()
    await live(url)({ ...message, subject: 'Hello\r\nBcc: ravi@example.com' })
    expect(mails.map(({ to }) => to)).toEqual([['asha@example.com']])
    expect(mails[0]?.raw.split('\r\n\r\n')[0]).not.toMatch(/^bcc/im)
  })

  it('sends a subject as it was typed, not what a mail program would decode', async () => {
    const { mails, url } = await startMailServer()
    await live(url)({ ...message, subject: '=?utf-8?B?4oCuZXZpbA==?=' })
    expect(mails[0]?.raw).toContain('Subject: = ?utf-8?B?4oCuZXZpbA== ?=\r\n')
  })

  it('fails when the mail server refuses, so that the outbox tries again', async () => {
    const { mails, url } = await startMailServer({ recipients: [550] })
    await expect(live(url)(message)).rejects.toThrow('550')
    expect(mails).toEqual([])
  })

  it('takes a mail server that does not answer for an outage of all e-mail', () =>
    expect(live('smtp://127.0.0.1:1')(message)).rejects.toThrow(ChannelUnavailable))

  it.each([
    ['refuses the recipient', { recipients: [450] }],
    ['cuts the connection during the mail', { cuts: { times: 9, at: 'in-data' } }],
    ['cuts the connection before its answer', { cuts: { times: 9, at: 'before-answer' } }],
  ] as const)('takes it for a failure of this mail when the server %s', async (_what, options) => {
    const { url } = await startMailServer(options)
    const failure = await failureOf(live(url)(message))
    expect(failure).toBeInstanceOf(Error)
    expect(failure).not.toBeInstanceOf(ChannelUnavailable)
  })

  it('does not send an SMS as a mail', async () => {
    const { counted, url } = await startMailServer()
    const sms = { id: '1', channel: 'sms', to: '+919876543210', kind: 'order-paid', values: {}, text: 'Paid' } as const
    await expect(live(url)(sms)).rejects.toThrow('SMS is not set up')
    expect(counted.connections).toBe(0)
  })
})

describe('attack M3: a mail server elsewhere', () => {
  it('gets the mail encrypted, by STARTTLS', async () => {
    trustLocalhost()
    const { mails, url } = await startMailServer({ hasTls: true })
    await live(remote(url))(message)
    expect(mails).toMatchObject([{ to: ['asha@example.com'], isEncrypted: true }])
  })

  it.each([
    ['without TLS', false],
    ['whose certificate has no authority', true],
  ])('%s learns neither sender nor recipient', async (_what, hasTls) => {
    const { mails, counted, url } = await startMailServer({ hasTls })
    await expect(live(remote(url))(message)).rejects.toThrow(ChannelUnavailable)
    expect({ mails, counted }).toEqual({ mails: [], counted: { connections: 1, attempts: 0 } })
  })
})

it('a mail server on this machine may have a certificate of its own making', async () => {
  const { mails, url } = await startMailServer({ hasTls: true })
  await live(url)(message)
  expect(mails).toMatchObject([{ to: ['asha@example.com'], isEncrypted: true }])
})

const demo = () => createDelivery({ ...mailOnlyEnv(undefined), SHOP_MODE: 'demo' }, UNLIMITED_CHANNELS)

it('needs no mail server in a demo', () => expect(demo()(message)).resolves.toBe('stored'))

it('treats addresses under .invalid as undeliverable, in the demo too', () =>
  expect(demo()({ ...message, to: 'asha@nowhere.invalid' })).rejects.toThrow(Undeliverable))
