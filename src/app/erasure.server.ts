import type { OnDelete } from '#src/features/account/account.server.ts'
import { forgetTicketsFrom } from '#src/features/contact/contact.server.ts'
import { forgetCustomOrdersOf } from '#src/features/custom-orders/forgetting.server.ts'
import { forgetMessagesNaming } from '#src/features/notifications/notifications.server.ts'
import { anonymiseFinishedOrders, leaveOrdersOf, phonesOfOrders } from '#src/features/orders/orders.server.ts'
import { forgetPayers, moneyNamesOf } from '#src/features/payments/forgetting.server.ts'
import { forgetNetworksOf } from '#src/features/payments/hold-limits.server.ts'
import { keepUsesOf } from '#src/features/promotions/promotions.server.ts'
import { anonymiseReviewsOf } from '#src/features/reviews/reviews.server.ts'
import { anonymiseStoriesBy } from '#src/features/stories/stories.server.ts'
import { type Db, inTransaction } from '#src/platform/database.server.ts'

/**
 * What a person who leaves was part of stays without them, or goes. What stays, and why, stands on the privacy page
 * (src/features/storefront/privacy.tsx): change both together. tests/verbs/erasure.test.ts searches a dump.
 */
export const eraseWhatRemains: OnDelete = async (tx, userId, email) => {
  await keepUsesOf(tx, { userId, email, phones: await phonesOfOrders(tx, userId) })
  await forgetNetworksOf(tx, userId)
  await leaveOrdersOf(tx, userId, email)
  await forgetFinishedOrders(tx)
  await anonymiseReviewsOf(tx, userId)
  await anonymiseStoriesBy(tx, { id: userId, email })
  await forgetTicketsFrom(tx, { id: userId, email })
  await forgetCustomOrdersOf(tx, { userId, email })
}

/**
 * The persons go from orders that need none any more, with their UPI ids and all messages about these orders. Old orders
 * are the clock's work alone, which gives the time: nobody who leaves waits for them.
 */
export async function forgetFinishedOrders(db: Db, clockTime?: Date): Promise<void> {
  await inTransaction(db, async (tx) => {
    const ids = await anonymiseFinishedOrders(tx, clockTime)
    await forgetMessagesNaming(tx, [...ids, ...(await moneyNamesOf(tx, ids))])
    await forgetPayers(tx)
  })
}
