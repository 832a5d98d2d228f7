import { expect, it } from 'vitest'
import { ORDER_EVENTS } from '#src/app/order-events.server.ts'
import { eraseCustomerData, eraseFinishedOrders } from '#src/app/personal-data/erase-customer.server.ts'
import { shopDay } from '#src/core/dates.ts'
import { inTransaction } from '#src/db/database.server.ts'
import { setOrderStatus } from '#src/features/orders/change-order-status.server.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'
import { refunds } from '#src/features/payments/payments.table.server.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { openParcelShop } from '#tests/factories/parcel-shop.ts'
import { expectInvariants } from '#tests/invariants.ts'

it('an erased account leaves no recipient, card or own address once all its parcels are finished', () =>
  inTestTransaction(async (db) => {
    const { admin, customer, place } = await openParcelShop(db)
    const parcels = await place(3)
    const move = (id: string, status: 'shipped' | 'completed') =>
      setOrderStatus(db, { orderId: id, status, by: admin }, ORDER_EVENTS)
    for (const { id } of parcels.slice(0, 2)) for (const to of ['shipped', 'completed'] as const) await move(id, to)
    await inTransaction(db, (tx) => eraseCustomerData(tx, customer.id, customer.email))
    const read = () => db.select().from(orders).orderBy(orders.parcelNumber)
    for (const open of await read()) expect(open).toMatchObject({ userId: null, customerEmail: customer.email })
    await move(parcels[2]?.id ?? '', 'shipped')
    await move(parcels[2]?.id ?? '', 'completed')
    await eraseFinishedOrders(db)
    for (const erased of await read()) {
      expect(erased).toMatchObject({ userId: null, billingAddress: null, gift: null, customerEmail: '' })
      expect(JSON.stringify(erased)).not.toMatch(/Ravi|Asha|Charminar|FC Road|98765/)
    }
    await expectInvariants(db)
  }))

it('the export of a customer has every parcel with its recipient, and names the parcel of a refund', () =>
  inTestTransaction(async (db) => {
    const { place, call } = await openParcelShop(db)
    const parcels = await place(3)
    await call('POST', `/orders/${parcels[1]?.id}/cancel`)
    const mine = await (await call('GET', '/auth/my-data')).json()
    expect(mine.orders).toHaveLength(3)
    expect(JSON.stringify(mine.orders)).toContain('Dear Ravi AC')
    expect(mine.invoices).toHaveLength(3)
    expect(mine.payments).toHaveLength(1)
    const [refund] = await db.select().from(refunds)
    expect(mine.refunds).toMatchObject([{ orderId: parcels[1]?.id, amountPaise: refund?.amountPaise }])
  }))

it('the export of invoices names the order of the payment beside each parcel', () =>
  inTestTransaction(async (db) => {
    const { context, admin, place, call } = await openParcelShop(db)
    const parcels = await place(2)
    const month = shopDay(context.now()).slice(0, 7)
    const csv = await (await call('GET', `/admin/invoices.csv?month=${month}`, { as: admin })).text()
    expect(csv).toContain('"Total","Paid with order"')
    for (const { reference } of parcels)
      expect(csv).toMatch(new RegExp(`"${reference}","Asha Rao",.*,"1059.00","${parcels[0]?.reference}"\r\n`))
  }))
