import { type Db, inTransaction } from '#src/db/database.server.ts'
import type { OnAccountDelete } from '#src/features/auth/accounts/delete-account.server.ts'
import { eraseWaitlistEntries } from '#src/features/catalog/waitlist/join-waitlist.server.ts'
import { anonymiseReviews } from '#src/features/community/reviews/reviews.server.ts'
import { anonymiseStories } from '#src/features/community/stories/stories.server.ts'
import { eraseTickets } from '#src/features/contact/contact.server.ts'
import { eraseCustomOrders } from '#src/features/custom-orders/erase-custom-orders.server.ts'
import { eraseMessagesMentioning } from '#src/features/notifications/outbox/outbox.server.ts'
import { deleteUnusedLogos, detachCardLogos } from '#src/features/orders/card-logo/card-logos.server.ts'
import {
  anonymiseFinishedOrders,
  detachCustomerOrders,
  listOrderPhones,
} from '#src/features/orders/erase-orders.server.ts'
import { erasePayerData, listPaymentReferences } from '#src/features/payments/erase-payer-data.server.ts'
import { eraseCustomerNetworks } from '#src/features/payments/limits/erase-networks.server.ts'
import { anonymisePromotionUses } from '#src/features/pricing/promotions/erase-promotion-uses.server.ts'

/** Anonymizes or deletes the data of a deleted account, except for what the privacy page lists. */
export const eraseCustomerData: OnAccountDelete = async (tx, userId, email) => {
  await anonymisePromotionUses(tx, { userId, email, phones: await listOrderPhones(tx, userId) })
  await eraseCustomerNetworks(tx, userId)
  await detachCustomerOrders(tx, userId, email)
  await detachCardLogos(tx, userId)
  await eraseFinishedOrders(tx)
  await anonymiseReviews(tx, userId)
  await anonymiseStories(tx, { id: userId, email })
  await eraseTickets(tx, { id: userId, email })
  await eraseWaitlistEntries(tx, email)
  await eraseCustomOrders(tx, { userId, email })
}

/** Erases personal data of finished orders, with UPI ids and messages; jobs pass the time and erase old ones too. */
export async function eraseFinishedOrders(db: Db, now?: Date): Promise<void> {
  await inTransaction(db, async (tx) => {
    const ids = await anonymiseFinishedOrders(tx, now)
    await eraseMessagesMentioning(tx, [...ids, ...(await listPaymentReferences(tx, ids))])
    await erasePayerData(tx)
    await deleteUnusedLogos(tx, now)
  })
}
