import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { subscribeToChanges } from '#src/server/cache/cache-invalidation.server.ts'
import { testDatabase } from '#src/testing/test-database.ts'
import { createRazorpayShop } from '#tests/factories/payments/razorpay.ts'
import { queueTestMail, startSleepingShop } from '#tests/factories/sleeping-shop.ts'

it('a shop without visitors sends at most a statement a second', async () => {
  const { countStatements, scheduler } = await startSleepingShop(await testDatabase())
  // The less frequent jobs run once as well, one after the other.
  await countStatements(10)
  expect(await countStatements(8)).toBeLessThanOrEqual(8)
  expect(scheduler.isAlive()).toBe(true)
})

it('a message is sent at once although the jobs sleep, and one that an operator moves up, too', async () => {
  const database = await testDatabase()
  const { sent } = await startSleepingShop(database)
  await queueTestMail(database, 'Now')
  await expect.poll(() => sent, { timeout: 10_000 }).toEqual(['Now'])
  await queueTestMail(database, 'Tomorrow', new Date(Date.now() + 86_400_000))
  await new Promise((resolve) => setTimeout(resolve, 2500))
  expect(sent).toEqual(['Now'])
  await database.db.execute(sql`update outbox set due_at = now() where sent_at is null`)
  await expect.poll(() => sent, { timeout: 10_000 }).toEqual(['Now', 'Tomorrow'])
})

/** Runs changes one after the other and tells which of them wake the jobs of queues. */
async function listenForWaking() {
  const database = await testDatabase()
  let count = 0
  const subscription = await subscribeToChanges(database, {
    invalidate: (tag) => {
      if (tag === 'queues') count += 1
    },
    setConsistent: () => {},
  })
  const wakes = async (change: Promise<unknown>) => {
    const before = count
    await change
    await subscription.flushed()
    return count > before
  }
  return { database, wakes, stop: subscription.stop }
}

it('every row that becomes due, or due earlier, wakes the jobs; later ones do not', async () => {
  const { database, wakes, stop } = await listenForWaking()
  const { db } = database
  const run = (change: string) => wakes(db.execute(sql.raw(change)))
  const shop = await createRazorpayShop(db)
  expect(await wakes(queueTestMail(database, 'A box'))).toBe(true)
  expect(await run(`update outbox set attempts = 1, locked_until = now() + interval '1 minute'`)).toBe(false)
  expect(await run(`update outbox set locked_until = null`)).toBe(true)
  expect(await run(`update outbox set due_at = now() + interval '1 hour'`)).toBe(false)
  expect(await run(`update outbox set failed_at = now()`)).toBe(false)
  expect(await run(`update outbox set failed_at = null`)).toBe(true)
  expect(await wakes(shop.start())).toBe(true)
  expect(await run(`update payments set next_poll_at = now() + interval '1 hour'`)).toBe(false)
  expect(await run(`update payments set next_poll_at = now()`)).toBe(true)
  expect(await run(`update payments set next_poll_at = null`)).toBe(false)
  expect(await run(`update payments set expires_at = expires_at - interval '1 minute'`)).toBe(true)
  const nameless = shop.razorpay.webhook('payment.captured', { payment: shop.razorpay.payment({ notes: [] }) })
  expect(await wakes(shop.deliver(nameless))).toBe(true)
  expect(await run(`update event_lookups set next_attempt_at = now() + interval '1 hour'`)).toBe(false)
  expect(await run(`update event_lookups set next_attempt_at = now()`)).toBe(true)
  expect(await run(`update payments set status = 'failure'`)).toBe(false)
  expect(await run(`update payments set status = 'expired'`)).toBe(true)
  expect(await run(`update payments set status = 'pending'`)).toBe(true)
  expect(await run(`update razorpay_qr_codes set next_close_at = now() + interval '1 hour'`)).toBe(false)
  expect(await run(`update razorpay_qr_codes set next_close_at = now()`)).toBe(true)
  await stop()
})

it('a refund wakes the jobs when it is owed, decided or due earlier', async () => {
  const { database, wakes, stop } = await listenForWaking()
  const { db } = database
  const run = (change: string) => wakes(db.execute(sql.raw(change)))
  const shop = await createRazorpayShop(db)
  await shop.start()
  await shop.deliver(shop.razorpay.webhook('payment.captured', { payment: shop.razorpay.payment() }))
  const owed = `insert into refunds (payment_id, order_id, provider, upi_txn_id, amount_paise, reason)
    select id, order_id, provider, upi_txn_id, 100, 'admin' from payments`
  expect(await run(owed)).toBe(true)
  expect(await run(`update refunds set note = 'Asked'`)).toBe(false)
  expect(await run(`update refunds set state = 'requested', next_attempt_at = now() + interval '1 hour'`)).toBe(true)
  expect(await run(`update refunds set next_attempt_at = now() + interval '2 hours'`)).toBe(false)
  expect(await run(`update refunds set next_attempt_at = now()`)).toBe(true)
  await stop()
})
