import { eq } from 'drizzle-orm'
import { expect, it, onTestFinished } from 'vitest'
import { shopDay } from '#src/core/dates.ts'
import { addDays } from '#src/core/delivery/business-days.ts'
import { openDatabase } from '#src/db/open-database.server.ts'
import { sendDigests } from '#src/features/admin/todo/digest.server.ts'
import { outboxMessages } from '#src/features/notifications/outbox/outbox.table.server.ts'
import { loadPushKeys } from '#src/features/notifications/push/push-keys.server.ts'
import { pushKeys } from '#src/features/notifications/push/push-keys.table.server.ts'
import { alertLateOrders } from '#src/features/orders/messages/late-orders.server.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'
import { testDatabase } from '#src/testing/test-database.ts'
import { createAlertShop } from '#tests/factories/alert-shop.ts'

const ROUNDS = 10
const today = shopDay(new Date())
const morning = (days: number) => new Date(`${addDays(today, days)}T08:00:00+05:30`)

async function twoProcesses() {
  const first = await testDatabase()
  const second = await openDatabase({ url: String(first.pool.options.connectionString), patient: true })
  onTestFinished(() => second.close())
  return [first.db, second.db] as const
}

it('two processes make one digest a day, tell each late parcel once, and agree on the keys', async () => {
  const [one, other] = await twoProcesses()
  const both = (work: (db: typeof one) => Promise<unknown>) => Promise.all([work(one), work(other)])
  const shop = await createAlertShop(one)
  const queued = async (of: RegExp) =>
    (await one.select().from(outboxMessages)).filter(({ idempotencyKey }) => of.test(idempotencyKey)).length
  await both((db) => sendDigests(db, morning(0)))
  for (let round = 1; round <= ROUNDS; round++) {
    const { id } = await shop.sell()
    const shipOn = addDays(today, round - 1)
    await one
      .update(orders)
      .set({ shipOn, deliverFrom: null, deliverTo: null, paidAt: morning(round) })
      .where(eq(orders.id, id))
    await both((db) => sendDigests(db, morning(round)))
    await both((db) => alertLateOrders(db, morning(round)))
    expect([await queued(/^digest:/), await queued(/^late-orders:[\w-]+:maker/)]).toEqual([round, round])
    await one.delete(pushKeys)
    const [ours, theirs] = await both(loadPushKeys)
    expect(ours).toMatchObject({ publicKey: (theirs as typeof ours & { publicKey: string }).publicKey })
  }
})
