import { createServer, type IncomingMessage } from 'node:http'
import { expect, it } from 'vitest'
import { ChannelNotConfigured, Undeliverable } from '#src/features/notifications/outbox/outbox.server.ts'
import { listenLocally } from '#src/testing/resources.ts'
import { createMsg91Sender } from './msg91.server.ts'
import { renderSms } from './sms-templates.ts'

const KEY = 'a-key-that-nobody-may-see'
const TEMPLATE = '5e1e93cad6fc054d8e759a5b'
const SMS = {
  channel: 'sms',
  to: '+919876543210',
  ...renderSms('order-paid', { amount: '2,149.00', order: 'ORD_1' }),
} as const

async function msg91(answer: { status: number; body: string } | undefined) {
  const requests: { method?: string; url?: string; authkey: unknown; body: unknown }[] = []
  const server = createServer(async (request, response) => {
    const { method, url, headers } = request
    requests.push({ method, url, authkey: headers.authkey, body: JSON.parse(await bodyOf(request)) })
    if (answer) response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body)
  })
  return { requests, url: `http://127.0.0.1:${await listenLocally(server)}/api/v5/flow` }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const part of request) body += part
  return body
}

const sending = (url: string, to: string = SMS.to) =>
  createMsg91Sender({ authKey: KEY, templateIds: async () => ({ 'order-paid': TEMPLATE }), url, timeoutMs: 300 })({
    ...SMS,
    to,
  })
const failureOf = (sent: Promise<void>) =>
  sent.then(
    () => new Error('it was taken'),
    (error: Error) => error,
  )
const TAKEN = { status: 200, body: `{"message":"3763646c3058373530393938","type":"success"}` }

it('an SMS goes out by its template, with the number as the operators want it', async () => {
  const { requests, url } = await msg91(TAKEN)
  await sending(url)
  expect(requests).toEqual([
    {
      method: 'POST',
      url: '/api/v5/flow',
      authkey: KEY,
      body: {
        template_id: TEMPLATE,
        short_url: '0',
        recipients: [{ mobiles: '919876543210', amount: '2,149.00', order: 'ORD_1' }],
      },
    },
  ])
})

it.each(['98765 43210', '09876543210', '+91 98765-43210'])('finds the number in %s', async (typed) => {
  const { requests, url } = await msg91(TAKEN)
  await sending(url, typed)
  expect(requests).toMatchObject([{ body: { recipients: [{ mobiles: '919876543210' }] } }])
})

it.each(['+14155552671', '+442079460000', '+911234567890', '040 2345 6789', 'call me', ''])(
  'never goes to %j, and no later try would change that',
  async (wrong) => {
    const { requests, url } = await msg91(TAKEN)
    expect(await failureOf(sending(url, wrong))).toBeInstanceOf(Undeliverable)
    expect(requests).toEqual([])
  },
)

it.each([
  [400, '{"message":"template_id is missing","type":"error"}'],
  [422, '{"message":"Invalid mobile number","type":"error"}'],
  [200, '{"message":"Template not approved","type":"error"}'],
])('is given up when MSG91 refuses it with %i', async (status, body) => {
  const { url } = await msg91({ status, body })
  const failure = await failureOf(sending(url))
  expect(failure).toBeInstanceOf(Undeliverable)
  expect(failure.message).toBe(`MSG91 refused it (${status}): ${JSON.parse(body).message}`)
})

it.each([
  [401, '{"message":"Unauthorized","type":"error"}'],
  [429, '{"message":"Too many requests","type":"error"}'],
  [500, 'Internal Server Error'],
  [503, ''],
])('is tried again after %i', async (status, body) => {
  const { url } = await msg91({ status, body })
  const failure = await failureOf(sending(url))
  expect(failure).not.toBeInstanceOf(Undeliverable)
  expect(failure.message).toContain(String(status))
})

it('is tried again when MSG91 does not answer, or is not there', async () => {
  const silent = await msg91(undefined)
  expect((await failureOf(sending(silent.url))).message).toBe('MSG91 did not answer within 300 ms.')
  const gone = await failureOf(sending('http://127.0.0.1:9/'))
  expect(gone).not.toBeInstanceOf(Undeliverable)
  expect(gone.message).toBe('MSG91 cannot be reached.')
})

it('never tells the key, even when the answer does', async () => {
  const { url } = await msg91({ status: 401, body: `{"message":"no such authkey ${KEY}","type":"error"}` })
  const failure = await failureOf(sending(url))
  expect(failure.message).toContain('no such authkey …')
  expect(JSON.stringify({ ...failure, stack: failure.stack })).not.toContain(KEY)
})

it('waits for a person where no key or no template is set up', async () => {
  const { requests, url } = await msg91(TAKEN)
  const noKey = createMsg91Sender({ authKey: undefined, templateIds: async () => ({ 'order-paid': TEMPLATE }), url })
  expect(await failureOf(noKey(SMS))).toBeInstanceOf(ChannelNotConfigured)
  const noTemplate = createMsg91Sender({ authKey: KEY, templateIds: async () => ({ 'quote-ready': TEMPLATE }), url })
  expect(await failureOf(noTemplate(SMS))).toBeInstanceOf(ChannelNotConfigured)
  expect(requests).toEqual([])
})
