import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { shopDay } from '#src/core/dates.ts'
import { addDays } from '#src/core/delivery/business-days.ts'
import type { Db } from '#src/db/database.server.ts'
import { sendDigests } from '#src/features/admin/todo/digest.server.ts'
import { products } from '#src/features/catalog/products/products.table.server.ts'
import { outboxMessages } from '#src/features/notifications/outbox/outbox.table.server.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { createAdmin } from '#tests/factories/admins.ts'
import { createAlertShop } from '#tests/factories/alert-shop.ts'

const today = shopDay(new Date())
const at = (time: string, days = 0) => new Date(`${addDays(today, days)}T${time}:00+05:30`)

async function digestsIn(db: Db) {
  const rows = await db.select().from(outboxMessages)
  return rows.filter(({ idempotencyKey }) => idempotencyKey.startsWith('digest:'))
}

it('each admin who wants it gets one digest a day at 8:00, with all that needs attention', () =>
  inTestTransaction(async (db) => {
    const shop = await createAlertShop(db)
    const other = await createAdmin(db)
    await sendDigests(db, at('07:00', 1))
    const [first, second] = [await shop.sell(), await shop.sell()]
    const tomorrow = addDays(today, 1)
    await db.update(orders).set({ paidAt: at('07:30', 1), shipOn: tomorrow, deliverFrom: null, deliverTo: null })
    await db.update(orders).set({ shipOn: today }).where(eq(orders.id, second.id))
    await db.update(products).set({ minStock: 60 }).where(eq(products.id, shop.product.id))
    await sendDigests(db, at('07:59', 1))
    expect(await digestsIn(db)).toEqual([])
    for (const time of ['08:00', '08:01', '12:00']) await sendDigests(db, at(time, 1))
    const [mail, ...others] = await digestsIn(db)
    expect([mail?.to, ...others.map(({ to }) => to)].sort()).toEqual([shop.admin.email, other.email].sort())
    expect(mail?.subject).toMatch(/^Today, \w+, \d+ \w+: 2 new orders, 2 to pack$/)
    for (const part of [
      'Paid since the last summary: 2 orders, ₹780.00.',
      `₹390.00: ${first.reference}`,
      `1 parcel to pack: it leaves today.\n\nLeaves today: ${first.reference}`,
      `1 product is low in stock.\n\n${shop.product.name}: 48 left`,
      'Pack: http://localhost:3000/admin?status=pack',
      'http://localhost:3000/admin?view=alerts',
    ])
      expect(mail?.text).toContain(part)
    expect(mail?.text).toMatch(
      new RegExp(`Promises in danger\\.\n\nShould have left on \\w+, \\d+ \\w+: ${second.reference}`),
    )
    await shop.choose({ digest: false })
    await sendDigests(db, at('09:00', 2))
    const again = await digestsIn(db)
    expect(again).toHaveLength(3)
    expect(again.filter(({ to }) => to === other.email)).toHaveLength(2)
    expect(again.find(({ subject }) => !subject.includes('new order'))?.to).toBe(other.email)
  }))

it('a shop with nothing to say sends no digest, and a new shop none on its first day', () =>
  inTestTransaction(async (db) => {
    const shop = await createAlertShop(db)
    await sendDigests(db, at('09:00'))
    await sendDigests(db, at('10:00'))
    await sendDigests(db, at('08:00', 1))
    expect(await digestsIn(db)).toEqual([])
    await shop.sell()
    await db.update(orders).set({ paidAt: at('10:00', 1) })
    await sendDigests(db, at('08:00', 2))
    expect(await digestsIn(db)).toHaveLength(1)
  }))

it('a clock that was ahead does not stop the digest of the next morning', () =>
  inTestTransaction(async (db) => {
    const shop = await createAlertShop(db)
    await sendDigests(db, at('09:00', 400))
    await shop.sell()
    await db.update(orders).set({ paidAt: at('10:00') })
    for (const time of ['09:00', '11:00']) await sendDigests(db, at(time))
    expect(await digestsIn(db)).toEqual([])
    await sendDigests(db, at('08:00', 1))
    expect(await digestsIn(db)).toHaveLength(1)
  }))
