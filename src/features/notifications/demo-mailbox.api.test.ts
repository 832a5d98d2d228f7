import { expect, it } from 'vitest'
import type { Db } from '#src/db/database.server.ts'
import { queueMessage } from '#src/features/notifications/outbox/outbox.server.ts'
import { createTestApi } from '#src/testing/test-api.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { createMail } from '#tests/factories/mail.ts'
import { demoMailboxApi } from './demo-mailbox.api.server.ts'
import { MailboxMessage } from './notifications.contract.ts'

const shop = (db: Db) => createTestApi(demoMailboxApi({ db }))

async function fill(db: Db) {
  await queueMessage(db, {
    channel: 'email',
    to: 'asha@example.com',
    ...createMail('First', 'One\nline'),
    idempotencyKey: '1',
  })
  await queueMessage(db, {
    channel: 'sms',
    to: '+919876543210',
    kind: 'order-paid',
    values: {},
    text: '<b>Two</b>',
    idempotencyKey: '2',
  })
}

it('answers the messages of the demo, newest first', () =>
  inTestTransaction(async (db) => {
    await fill(db)
    const answer = await shop(db).request('/api/demo/messages')
    const messages = MailboxMessage.strict()
      .array()
      .parse(await answer.json())
    expect(messages).toMatchObject([
      { channel: 'sms', to: '+919876543210', text: '<b>Two</b>' },
      { channel: 'email', to: 'asha@example.com', subject: 'First', text: 'One\nline' },
    ])
    const filtered = await shop(db).request('/api/demo/messages?to=asha%40example.com')
    expect(await filtered.json()).toEqual([messages[1]])
  }))

it('shows them as a page, as text only and without links out of it', () =>
  inTestTransaction(async (db) => {
    await fill(db)
    const page = await (await shop(db).request('/api/demo/mailbox')).text()
    expect(page.indexOf('Two')).toBeLessThan(page.indexOf('First'))
    expect(page).toContain('&lt;b&gt;Two&lt;/b&gt;')
    expect(page.match(/<a /g)).toHaveLength(1)
    expect(await (await shop(db).request('/api/demo/mailbox?to=nobody%40example.com')).text()).toContain(
      'Nothing has been sent',
    )
  }))

it('lists what was written at once in the order in which it was written', () =>
  inTestTransaction(async (db) => {
    const texts = Array.from({ length: 50 }, (_, nth) => `Letter ${nth}`)
    for (const text of texts)
      await queueMessage(db, {
        channel: 'email',
        to: 'asha@example.com',
        ...createMail('News', text),
        idempotencyKey: text,
      })
    const answer = await shop(db).request('/api/demo/messages')
    const messages = MailboxMessage.strict()
      .array()
      .parse(await answer.json())
    expect(messages.map(({ text }) => text)).toEqual(texts.toReversed())
  }))
