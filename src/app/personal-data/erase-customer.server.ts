import { type Db, inTransaction } from '#src/db/database.server.ts'
import type { OnAccountDelete } from '#src/features/auth/accounts/delete-account.server.ts'
import { anonymiseReviews } from '#src/features/community/reviews/reviews.server.ts'
import { anonymiseStories } from '#src/features/community/stories/stories.server.ts'
import { eraseTickets } from '#src/features/contact/contact.server.ts'
import { eraseCustomOrders } from '#src/features/custom-orders/erase-custom-orders.server.ts'
import { eraseMessagesMentioning } from '#src/features/notifications/outbox/outbox.server.ts'
import { anonymiseFinishedOrders, detachCustomerOrders, listOrderPhones } from '#src/features/orders/orders.server.ts'
import { erasePayerData, listPaymentReferences } from '#src/features/payments/erase-payer-data.server.ts'
import { eraseCustomerNetworks } from '#src/features/payments/limits/enforce-reservation-limits.server.ts'
import { anonymizePromotionUses } from '#src/features/pricing/promotions/promotions.server.ts'

/**
 * Anonymizes or deletes what belongs to a deleted account, except for what the privacy page
 * (src/features/home/about/privacy.tsx) lists. tests/integration/privacy/erasure.test.ts searches a dump.
 */
export const eraseCustomerData: OnAccountDelete = async (tx, userId, email) => {
  await anonymizePromotionUses(tx, { userId, email, phones: await listOrderPhones(tx, userId) })
  await eraseCustomerNetworks(tx, userId)
  await detachCustomerOrders(tx, userId, email)
  await eraseFinishedOrders(tx)
  await anonymiseReviews(tx, userId)
  await anonymiseStories(tx, { id: userId, email })
  await eraseTickets(tx, { id: userId, email })
  await eraseCustomOrders(tx, { userId, email })
}

/**
 * Erases personal data of orders that no longer need it, with their UPI ids and messages. Jobs pass the time and also
 * erase old orders.
 */
export async function eraseFinishedOrders(db: Db, clockTime?: Date): Promise<void> {
  await inTransaction(db, async (tx) => {
    const ids = await anonymiseFinishedOrders(tx, clockTime)
    await eraseMessagesMentioning(tx, [...ids, ...(await listPaymentReferences(tx, ids))])
    await erasePayerData(tx)
  })
}
