import { desc, eq, like } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { DomainError } from '#src/core/domain-error.ts'
import { type Db, onlyRow } from '#src/db/database.server.ts'
import { auditLog } from '#src/features/audit/audit.table.server.ts'
import { outboxMessages } from '#src/features/notifications/outbox/outbox.table.server.ts'
import { getDispatchMonth, listDispatchedOrders } from '#src/features/orders/dispatch/dispatch-calendar.server.ts'
import { moveShipDay } from '#src/features/orders/dispatch/move-ship-day.server.ts'
import { setPacked } from '#src/features/orders/fulfilment/fulfil-order.server.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'
import { initiatePayment } from '#src/features/payments/initiate-payment.server.ts'
import { DEFAULT_SETTINGS } from '#src/features/settings/default-settings.ts'
import { changeSection } from '#src/features/settings/settings.server.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { insertProduct } from '#tests/factories/catalog.ts'
import { TEST_ADMIN } from '#tests/factories/custom-orders.ts'
import { simulatePayment } from '#tests/factories/orders.ts'
import { createCheckout, createCustomer, createTestPayments } from '#tests/factories/payments/payments.ts'

/** A Tuesday, during studio hours. */
const TUESDAY = new Date('2026-11-24T11:00:00+05:30')
const REASON = 'The courier does not collect on that day.'

async function openShop(db: Db) {
  const context = createTestPayments(db, TUESDAY)
  const closures = [{ from: '2026-11-27', to: '2026-11-28', note: 'Wedding' }]
  const value = { ...DEFAULT_SETTINGS.dispatch, parcelsPerDay: 2, closures }
  await changeSection(db, 'dispatch', { version: 0, value, by: TEST_ADMIN })
  const product = await insertProduct(db, { pricePaise: 24_000, stock: 60 })
  const order = async ({ isPaid = true } = {}) => {
    const started = await initiatePayment(context, (await createCustomer(db)).id, createCheckout(product))
    if (isPaid) await simulatePayment(context, started.clientTxnId)
    return onlyRow(await db.select().from(orders).where(eq(orders.reference, started.orderId)))
  }
  const move = (orderId: string, shipOn: string) =>
    moveShipDay(db, { orderId, shipOn, reason: REASON, by: TEST_ADMIN, now: context.now() }).then(
      () => 'moved',
      (error) => (error instanceof DomainError ? error.message : error),
    )
  const stored = async (id: string) => onlyRow(await db.select().from(orders).where(eq(orders.id, id)))
  return { context, order, move, stored }
}

describe('the calendar of dispatch', () => {
  it('counts the parcels of each day, and says which days are closed', () =>
    inTestTransaction(async (db) => {
      const { context, order } = await openShop(db)
      await order()
      await order({ isPaid: false })
      await order()
      const month = await getDispatchMonth(db, { month: '2026-11', now: context.now() })
      expect([month.today, month.parcelsPerDay, month.busyDays, month.days.length]).toEqual(['2026-11-24', 2, 0, 30])
      expect(month.days.slice(22, 29).map(({ parcels, isDispatchDay }) => [parcels, isDispatchDay])).toEqual([
        [0, true],
        [2, true],
        [1, true],
        [0, true],
        [0, false],
        [0, false],
        [0, false],
      ])
      const listed = await listDispatchedOrders(db, { day: '2026-11-24', now: context.now() })
      expect(
        listed
          .map(({ isPaid, isMovable }) => [isPaid, isMovable])
          .toSorted()
          .reverse(),
      ).toEqual([
        [true, true],
        [false, false],
      ])
    }))

  it('moves a paid order with its delivery date, and the customer reads why', () =>
    inTestTransaction(async (db) => {
      const { order, move, stored } = await openShop(db)
      const { id, reference } = await order()
      expect(await move(id, '2026-11-26')).toBe('moved')
      expect(await stored(id)).toMatchObject({
        shipOn: '2026-11-26',
        deliverFrom: '2026-11-27',
        deliverTo: '2026-11-27',
      })
      const [mail] = await db
        .select()
        .from(outboxMessages)
        .where(like(outboxMessages.idempotencyKey, 'order-ship-day:%'))
      expect(mail?.subject).toBe(`Golconda Cacao: a new delivery date for your order ${reference}`)
      expect(mail?.text).toContain(`We will send your order ${reference} on Thu, 26 Nov`)
      expect(mail?.text).toContain(`Why: ${REASON}`)
      expect(mail?.text).toContain('Expected on Fri, 27 Nov.')
      const [change] = await db
        .select()
        .from(auditLog)
        .where(eq(auditLog.entityId, id))
        .orderBy(desc(auditLog.createdAt))
        .limit(1)
      expect([change?.before, change?.after]).toEqual([
        { shipOn: '2026-11-24' },
        { shipOn: '2026-11-26', reason: REASON },
      ])
    }))

  it('refuses days that are past, closed, full or no other, and changes nothing', () =>
    inTestTransaction(async (db) => {
      const { order, move, stored } = await openShop(db)
      await order()
      await order()
      const last = await order()
      const sent = await db.$count(outboxMessages)
      expect(await move(last.id, '2026-11-23')).toBe('This day is in the past.')
      expect(await move(last.id, '2026-11-24')).toBe('Tue, 24 Nov is full. The next free day is Wed, 25 Nov.')
      expect(await move(last.id, '2026-11-27')).toBe(
        'Fri, 27 Nov is no day of dispatch. The next free day is Mon, 30 Nov.',
      )
      expect(await stored(last.id)).toEqual(last)
      expect(await db.$count(outboxMessages)).toBe(sent)
      expect(await move(last.id, last.shipOn ?? '')).toBe('It already leaves on this day.')
      expect(await db.$count(outboxMessages)).toBe(sent)
    }))

  it('moves neither an unpaid order nor a packed one', () =>
    inTestTransaction(async (db) => {
      const { order, move } = await openShop(db)
      const refusal = 'Only a paid order that is not packed can leave on another day.'
      expect(await move((await order({ isPaid: false })).id, '2026-11-26')).toBe(refusal)
      const packed = await order()
      await setPacked(db, { orderId: packed.id, by: TEST_ADMIN, packed: true })
      expect(await move(packed.id, '2026-11-26')).toBe(refusal)
    }))
})
