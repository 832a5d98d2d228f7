import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { Db } from '#src/db/database.server.ts'
import { orderStatusChanges } from '#src/features/orders/orders.table.server.ts'
import { OrderProblems } from '#src/features/problems/problems.contract.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { createOrder } from '#tests/factories/orders.ts'
import { openParcelShop } from '#tests/factories/parcel-shop.ts'

const EIGHT_DAYS_MS = 8 * 86_400_000

/** An order whose customer confirmed its delivery eight days ago. */
async function openShop(db: Db) {
  const shop = await openParcelShop(db, new Date())
  const { id } = await createOrder(shop.context, shop)
  await shop.setStatus(id, 'shipped')
  await shop.call('POST', `/orders/${id}/received`)
  await db.transaction(async (tx) => {
    await tx.execute('set local session_replication_role = replica')
    const createdAt = new Date(Date.now() - EIGHT_DAYS_MS)
    await tx.update(orderStatusChanges).set({ createdAt }).where(eq(orderStatusChanges.orderId, id))
  })
  const refusal = async () =>
    OrderProblems.parse(await (await shop.call('GET', `/orders/${id}/problems`)).json()).parcels[0]?.refusal
  const move = (status: string, reason?: string) =>
    shop.call('PUT', `/orders/${id}/status`, { as: shop.admin, body: { status, reason } })
  return { refusal, move }
}

it('the time to report a problem runs from the delivery, although an admin completes the order later', () =>
  inTestTransaction(async (db) => {
    const { refusal, move } = await openShop(db)
    expect(await refusal()).toMatch(/^Reporting here ended on /)
    expect((await move('completed')).status).toBe(200)
    expect(await refusal()).toMatch(/^Reporting here ended on /)
  }))

it('it runs again if the order was not delivered after all', () =>
  inTestTransaction(async (db) => {
    const { refusal, move } = await openShop(db)
    expect((await move('shipped', 'The courier lost it')).status).toBe(200)
    expect((await move('completed')).status).toBe(200)
    expect(await refusal()).toBeNull()
  }))
