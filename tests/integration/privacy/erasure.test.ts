import { eq, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { enforceRetention } from '#src/app/jobs/enforce-retention.server.ts'
import { ORDER_EVENTS } from '#src/app/order-events.server.ts'
import { eraseCustomerData } from '#src/app/personal-data/erase-customer.server.ts'
import type { Db } from '#src/db/database.server.ts'
import { deleteAccount } from '#src/features/auth/accounts/delete-account.server.ts'
import { users } from '#src/features/auth/auth.table.server.ts'
import { outboxMessages } from '#src/features/notifications/outbox/outbox.table.server.ts'
import { setOrderStatus } from '#src/features/orders/change-order-status.server.ts'
import { payments } from '#src/features/payments/payments.table.server.ts'
import { testDatabase } from '#src/testing/test-database.ts'
import { CUSTOMER_DATA, createCustomerWithHistory } from '#tests/factories/customer-with-history.ts'
import { createCustomer } from '#tests/factories/payments/payments.ts'
import { expectInvariants } from '#tests/invariants.ts'

/** The whole database as text by table, with future tables and with generated columns, which no backup has. */
async function dumpOf(db: Db): Promise<Map<string, string>> {
  const { rows: tables } = await db.execute<{ name: string }>(sql`
    select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema')`)
  const dump = new Map<string, string>()
  for (const { name } of tables) {
    const { rows } = await db.execute<{ row: string }>(sql.raw(`select t::text as row from ${name} t`))
    dump.set(
      name.replace('public.', ''),
      rows
        .map(({ row }) => row)
        .join('\n')
        .toLowerCase(),
    )
  }
  return dump
}

/** The tables in which each value was found. */
async function foundIn(db: Db, values: Record<string, string>) {
  const dump = await dumpOf(db)
  const places = Object.entries(values).map(([what, value]) => {
    const tables = [...dump].filter(([, text]) => text.includes(value.toLowerCase())).map(([table]) => table)
    return [what, tables.sort()] as const
  })
  return Object.fromEntries(places.filter(([, tables]) => tables.length > 0))
}

/** Promised by the privacy page: invoices keep the buyer's name and address, of a company its GSTIN, and the bank numbers. */
const IN_THE_BOOKS = {
  fullName: ['invoices'],
  accountName: ['invoices'],
  company: ['invoices'],
  gstin: ['invoices'],
  firstName: ['invoices'],
  lastName: ['invoices'],
  street: ['invoices'],
  city: ['invoices', 'orders'],
  pincode: ['invoices', 'orders'],
  // The audit log of admins stays: it has a tracking number, but not whose.
  trackingNumber: ['audit_log'],
}

describe('a customer who deletes their account', () => {
  it('attack M1: is found nowhere in a dump except where the privacy page says', { timeout: 120_000 }, async () => {
    const { db } = await testDatabase()
    const { person, admin, onItsWay, utr } = await createCustomerWithHistory(db)
    const network = 'key-of-their-network'
    await db.update(payments).set({ customerVpa: CUSTOMER_DATA.vpa, nearNetwork: network })
    const values = { ...CUSTOMER_DATA, utr, network, userId: person.id }
    // Every value exists before, or its absence afterwards would prove nothing.
    expect(Object.keys(await foundIn(db, values)).sort()).toEqual(Object.keys(values).sort())

    await deleteAccount(db, { user: person, onDelete: eraseCustomerData })
    const stillToCome = await foundIn(db, values)
    expect(stillToCome.phone).toContain('orders')
    expect(stillToCome.otherEmail).toBeUndefined()
    expect(stillToCome.ticketMessage).toBeUndefined()

    await setOrderStatus(db, { orderId: onItsWay.id, status: 'completed', by: admin }, ORDER_EVENTS)
    await enforceRetention(db, { now: new Date(), publicUrl: 'http://localhost:3000' })
    const { utr: numbers, userId, ...found } = await foundIn(db, values)
    expect(found).toEqual(IN_THE_BOOKS)
    expect(numbers).toEqual(['audit_log', 'payment_events'])
    // The account id only shows that an account was deleted.
    expect(userId).toEqual(['audit_log'])
    await expectInvariants(db)
  })

  it('attack M1: erases no other customer with the same phone number or a typed address', async () => {
    const { db } = await testDatabase()
    const { person } = await createCustomerWithHistory(db)
    const other = await createCustomer(db)
    for (const to of [CUSTOMER_DATA.otherEmail, `+91${CUSTOMER_DATA.phone}`, other.email])
      await db
        .insert(outboxMessages)
        .values({ channel: 'email', to, subject: 'Theirs', text: 'Theirs', idempotencyKey: `x:${to}` })
    await deleteAccount(db, { user: person, onDelete: eraseCustomerData })
    expect(await db.$count(outboxMessages, eq(outboxMessages.subject, 'Theirs'))).toBe(3)
    expect(await db.$count(users, eq(users.id, other.id))).toBe(1)
  })
})
