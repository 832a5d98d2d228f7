import { eq, like, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { exportData } from '#src/db/backup/export-data.server.ts'
import type { Db } from '#src/db/database.server.ts'
import { requestSignInCode } from '#src/features/auth/sign-in/sign-in-code.server.ts'
import { listOutbox } from '#src/features/notifications/admin/outbox-admin.server.ts'
import { SMS_KINDS } from '#src/features/notifications/channels/sms-templates.ts'
import { encryptOldMessages } from '#src/features/notifications/encrypt-old-messages.server.ts'
import { deliverDueMessages } from '#src/features/notifications/outbox/deliver-outbox.server.ts'
import { listMailboxMessages, queueMessage, Undeliverable } from '#src/features/notifications/outbox/outbox.server.ts'
import { outboxMessages } from '#src/features/notifications/outbox/outbox.table.server.ts'
import { configureProcess } from '#src/server/config/process-settings.server.ts'
import { inTestTransaction, testDatabase } from '#src/testing/test-database.ts'
import { createQuotedOrder } from '#tests/factories/custom-orders.ts'
import { createMail } from '#tests/factories/mail.ts'
import { createTestPayments } from '#tests/factories/payments/payments.ts'

const TO = 'asha@example.com'
const asking = {
  nonce: 'a browser',
  address: '203.0.113.7',
  email: TO,
  secret: 'a secret for tests',
  publicUrl: 'http://localhost:3000',
}

const codeIn = (text: string | undefined) => /\b\d{6}\b/.exec(text ?? '')?.[0] ?? 'no code'
const codeFor = async (db: Db) => codeIn((await listMailboxMessages(db, TO))[0]?.text)

/** Every row of every table, as text. */
async function everything(db: Db): Promise<string> {
  const { rows: tables } = await db.execute<{ name: string }>(
    sql`select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`,
  )
  const texts = []
  for (const { name } of tables) {
    const { rows } = await db.execute<{ row: string }>(sql.raw(`select t::text as row from ${name} t`))
    texts.push(...rows.map(({ row }) => row))
  }
  return texts.join('\n')
}

describe('sign-in secrets', () => {
  it('attack M5: are in no table and no backup, before and after they are sent', async () => {
    const { db, pool } = await testDatabase()
    await requestSignInCode(db, asking)
    const { token } = await createQuotedOrder(createTestPayments(db))
    const code = await codeFor(db)
    expect(code).toMatch(/^\d{6}$/)
    const backup = async () => {
      const parts: string[] = []
      for await (const part of exportData(pool)) parts.push('data' in part ? String(part.data) : JSON.stringify(part))
      return parts.join('\n')
    }
    const without = (text: string) => expect([text.includes(code), text.includes(token)]).toEqual([false, false])
    without(await everything(db))
    without(await backup())
    await deliverDueMessages(db, async () => {})
    without(await everything(db))
    without(await backup())
  })

  it('attack M5: is sent in full, and erased once it is sent', () =>
    inTestTransaction(async (db) => {
      await requestSignInCode(db, asking)
      const { token } = await createQuotedOrder(createTestPayments(db))
      const code = await codeFor(db)
      const sent: string[] = []
      await deliverDueMessages(db, async (message) => void sent.push(JSON.stringify(message)))
      const [codes, links] = [code, token].map((secret) => sent.filter((message) => message.includes(secret)))
      expect(codes).toHaveLength(1)
      expect(codes?.[0]).toContain(`Your sign-in code is ${code}.`)
      // By mail, and by SMS as text and as template values.
      expect(links).toHaveLength(2)
      const rows = await db.select().from(outboxMessages)
      expect(rows.filter(({ encryptedText }) => encryptedText !== null)).toEqual([])
      const [quotation] = rows.filter(({ idempotencyKey }) => idempotencyKey.endsWith('quotation-1:email'))
      expect(quotation?.text).toContain('/checkout?quote=••••••')
      expect(await listMailboxMessages(db, TO)).toMatchObject([{ subject: 'Sign-in code or link', text: '' }])
    }))

  it('attack M5: stays readable in the demo mailbox, where it is delivered', () =>
    inTestTransaction(async (db) => {
      await requestSignInCode(db, asking)
      const code = await codeFor(db)
      await deliverDueMessages(db, async () => 'stored')
      expect(await listMailboxMessages(db, TO)).toMatchObject([
        { subject: `${code} is your sign-in code for Golconda Cacao`, text: expect.stringContaining(code) },
      ])
    }))

  it('attack M5: fails, instead of being sent empty, when the secret of the shop has changed', () =>
    inTestTransaction(async (db) => {
      await requestSignInCode(db, asking)
      configureProcess({ masterSecret: () => 'another secret of the shop' })
      try {
        expect(await deliverDueMessages(db, async () => {})).toBe(0)
        expect(await db.select().from(outboxMessages)).toMatchObject([
          { lastError: 'SESSION_SECRET has changed since this was written.', encryptedText: null },
        ])
        expect(await listMailboxMessages(db, TO)).toMatchObject([{ text: '' }])
      } finally {
        configureProcess({ masterSecret: () => 'a secret for tests' })
      }
    }))

  it('attack M5: a link in a failed message is stored for a retry, a code is not', () =>
    inTestTransaction(async (db) => {
      const dead = 'asha@nowhere.invalid'
      await requestSignInCode(db, { ...asking, email: dead })
      await queueMessage(db, {
        channel: 'email',
        to: dead,
        ...createMail('Your quotation', 'https://shop.example/checkout?quote=abc'),
        secrets: ['abc'],
        idempotencyKey: 'quotation',
      })
      await deliverDueMessages(db, () => Promise.reject(new Undeliverable('This mailbox does not exist.')))
      const encryptedText = await db
        .select({ key: outboxMessages.idempotencyKey })
        .from(outboxMessages)
        .where(sql`${outboxMessages.encryptedText} is not null`)
      expect(encryptedText).toEqual([{ key: 'quotation' }])
      // The admin may hand it over.
      const { items } = await listOutbox(db, { status: 'failed', limit: 10 })
      expect(items.map(({ text }) => text).sort()).toEqual(['https://shop.example/checkout?quote=abc', null].sort())
      expect(await db.$count(outboxMessages, like(outboxMessages.idempotencyKey, 'sign-in-code:%'))).toBe(1)
      expect(await db.$count(outboxMessages, eq(outboxMessages.lastError, 'This mailbox does not exist.'))).toBe(2)
    }))

  it('attack M5: that an older version queued in plain text is encrypted at the start, and sent in full', () =>
    inTestTransaction(async (db) => {
      const token = 'T0ken-of-22_characters'
      const link = `https://shop.example/checkout?quote=${token}`
      const mail = { channel: 'email', to: TO, subject: 'Hello', text: 'Hello Asha' } as const
      const plain = { ...mail, subject: 'Your quotation', text: link }
      const code = { ...mail, subject: '123456 is your code', text: 'It is 123456.', isSensitive: true }
      const [sentAt, failedAt] = [new Date(), new Date()]
      const sms = { channel: 'sms', to: '+919876543210', subject: '', text: link, smsValues: { link } } as const
      await db.insert(outboxMessages).values([
        { ...code, idempotencyKey: 'code' },
        { ...code, idempotencyKey: 'code:failed', failedAt },
        { ...plain, idempotencyKey: 'link' },
        { ...plain, idempotencyKey: 'link:sent', sentAt },
        { ...sms, smsKind: SMS_KINDS[0], idempotencyKey: 'link:sms' },
        { ...mail, text: 'https://shop.example/checkout?quote=CC-K7M2QX', idempotencyKey: 'number' },
      ])
      await encryptOldMessages(db)
      const rows = await everything(db)
      expect([rows.includes(token), rows.includes('123456'), rows.includes('CC-K7M2QX')]).toEqual([false, false, true])
      const encryptedText = (await db.select().from(outboxMessages)).filter((row) => row.encryptedText !== null)
      expect(encryptedText.map(({ idempotencyKey }) => idempotencyKey).sort()).toEqual(['code', 'link', 'link:sms'])
      const sent: string[] = []
      await deliverDueMessages(db, async (message) => void sent.push(JSON.stringify(message)))
      expect(sent.filter((message) => message.includes(token))).toHaveLength(2)
      expect(sent.filter((message) => message.includes('It is 123456.'))).toHaveLength(1)
    }))
})
