import { eq, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { enforceRetention } from '#src/app/jobs/enforce-retention.server.ts'
import { eraseCustomerData } from '#src/app/personal-data/erase-customer.server.ts'
import type { Db } from '#src/db/database.server.ts'
import { deleteAccount } from '#src/features/auth/accounts/delete-account.server.ts'
import { users } from '#src/features/auth/auth.table.server.ts'
import { outboxMessages } from '#src/features/notifications/outbox/outbox.table.server.ts'
import { setOrderStatus } from '#src/features/orders/change-order-status.server.ts'
import { cancelOrderPayment } from '#src/features/payments/order-payment/cancel-order-payment.server.ts'
import { payments } from '#src/features/payments/payments.table.server.ts'
import { testDatabase } from '#src/testing/test-database.ts'
import { CUSTOMER_DATA, createCustomerWithHistory } from '#tests/factories/customer-with-history.ts'
import { createCustomer } from '#tests/factories/payments/payments.ts'
import { expectInvariants } from '#tests/invariants.ts'

/**
 * Everything that the database holds, as text by table: tables that are added later are searched as well, and columns that
 * the database works out itself, which no backup has.
 */
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

/** In which tables each value stands, but for those that stand nowhere. */
async function foundIn(db: Db, values: Record<string, string>) {
  const dump = await dumpOf(db)
  const places = Object.entries(values).map(([what, value]) => {
    const tables = [...dump].filter(([, text]) => text.includes(value.toLowerCase())).map(([table]) => table)
    return [what, tables.sort()] as const
  })
  return Object.fromEntries(places.filter(([, tables]) => tables.length > 0))
}

/** As the privacy page says: the books of each sale have the buyer's name and address, and the banks' numbers. */
const IN_THE_BOOKS = {
  fullName: ['invoices'],
  accountName: ['invoices'],
  firstName: ['invoices'],
  lastName: ['invoices'],
  street: ['invoices'],
  city: ['invoices', 'orders'],
  pincode: ['invoices', 'orders'],
  // What the admin did is in the log of changes; a number under which a parcel went is in it, and not whose it was.
  trackingNumber: ['audit_log'],
}

describe('a person who deletes their account', () => {
  it('attack M1: is found nowhere in a dump except where the privacy page says', { timeout: 120_000 }, async () => {
    const { db } = await testDatabase()
    const { person, admin, onItsWay, utr } = await createCustomerWithHistory(db)
    const network = 'key-of-their-network'
    await db.update(payments).set({ customerVpa: CUSTOMER_DATA.vpa, nearNetwork: network })
    const told = { ...CUSTOMER_DATA, utr, network, userId: person.id }
    // Each of them is there before, or its absence afterwards would say nothing.
    expect(Object.keys(await foundIn(db, told)).sort()).toEqual(Object.keys(told).sort())

    await deleteAccount(db, { user: person, onDelete: eraseCustomerData })
    const stillToCome = await foundIn(db, told)
    expect(stillToCome.phone).toContain('orders')
    expect(stillToCome.otherEmail).toBeUndefined()
    expect(stillToCome.ticketMessage).toBeUndefined()

    await setOrderStatus(db, { orderId: onItsWay.id, status: 'completed', by: admin }, cancelOrderPayment)
    await enforceRetention(db, { now: new Date(), publicUrl: 'http://localhost:3000' })
    const { utr: numbers, userId, ...found } = await foundIn(db, told)
    expect(found).toEqual(IN_THE_BOOKS)
    expect(numbers).toEqual(['audit_log', 'payment_events'])
    // The number of the account says that one was deleted, and no longer whose it was.
    expect(userId).toEqual(['audit_log'])
    await expectInvariants(db)
  })

  it('attack M1: takes nobody else along who has the same telephone, or whose address was typed', async () => {
    const { db } = await testDatabase()
    const { person } = await createCustomerWithHistory(db)
    const other = await createCustomer(db)
    for (const to of [CUSTOMER_DATA.otherEmail, `+91${CUSTOMER_DATA.phone}`, other.email])
      await db
        .insert(outboxMessages)
        .values({ channel: 'email', to, subject: 'Theirs', text: 'Theirs', dedupeKey: `x:${to}` })
    await deleteAccount(db, { user: person, onDelete: eraseCustomerData })
    expect(await db.$count(outboxMessages, eq(outboxMessages.subject, 'Theirs'))).toBe(3)
    expect(await db.$count(users, eq(users.id, other.id))).toBe(1)
  })
})
