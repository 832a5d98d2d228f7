import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { onlyRow } from '#src/db/database.server.ts'
import { prepareInsert } from '#src/db/prepared-insert.server.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'
import { POLICIES_VERSION } from '#src/features/settings/read-settings.server.ts'
import { testDatabase } from '#src/testing/test-database.ts'

const ADDRESS = {
  ...{ firstName: 'Asha', lastName: 'Rao', address: '1 Charminar Road', city: 'Hyderabad' },
  ...{ state: 'Telangana' as const, pincode: '500002' },
}
const GIFT = { message: 'null', from: 'Asha', recipientPhone: '', hasWrap: true, notify: 'none' as const }
const ORDER = {
  ...{ contentHash: 'hash', customerName: 'Asha Rao', customerEmail: 'asha@example.in', customerPhone: '9876543210' },
  ...{ shippingAddress: ADDRESS, subtotalPaise: 100, shippingPaise: 0, totalPaise: 100 },
}

const insertOrder = prepareInsert(orders, 'test_insert_order', { policiesVersion: POLICIES_VERSION })

/** These columns are unlike in any two rows. */
const withoutIds = ({
  id,
  reference,
  payingOrderId,
  trackingToken,
  createdAt,
  searchText: _text,
  ...row
}: typeof orders.$inferSelect) => {
  expect([payingOrderId, trackingToken?.length, createdAt]).toEqual([id, 22, expect.any(Date)])
  return row
}

it.each([
  ['without what is optional', {}],
  ['with nulls', { gift: null, billingAddress: null, paidAt: null, notes: null, craftingPlan: null }],
  [
    'with JSON, lists and a time',
    { gift: GIFT, craftingPlan: [{ day: '2026-11-28', minutes: 5 }], paidAt: new Date(0) },
  ],
  [
    'with other values than the defaults',
    { status: 'cancelled' as const, onWhatsApp: true, coolPackPaise: 5000, totalPaise: 5100 },
  ],
])('a prepared insert writes the same row as an insert of Drizzle, %s', async (_name, more) => {
  const { db } = await testDatabase()
  const row = () => ({ ...ORDER, ...more, reference: `ORD_${randomUUID()}` })
  const usual = onlyRow(
    await db
      .insert(orders)
      .values({ ...row(), policiesVersion: POLICIES_VERSION })
      .returning(),
  )
  expect(withoutIds(await insertOrder(db, row()))).toEqual(withoutIds(usual))
})
