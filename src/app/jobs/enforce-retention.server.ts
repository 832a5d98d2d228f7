import { eraseCustomerData, eraseFinishedOrders } from '#src/app/personal-data/erase-customer.server.ts'
import { addMinutes, shopDay } from '#src/core/dates.ts'
import { IDLE_NOTICE_DAYS } from '#src/core/retention.ts'
import { type Db, inTransaction } from '#src/db/database.server.ts'
import { deleteAccount } from '#src/features/auth/accounts/delete-account.server.ts'
import { isIdleExpired, listIdleAccounts, markIdleNotified } from '#src/features/auth/accounts/idle-accounts.server.ts'
import { purgeExpiredInvitations } from '#src/features/auth/admins/admin-invitations.server.ts'
import { idleAccountMail } from '#src/features/auth/auth.messages.ts'
import { purgeExpiredSessions } from '#src/features/auth/sessions/sessions.server.ts'
import { purgeExpiredSignInCodes } from '#src/features/auth/sign-in/sign-in-code.server.ts'
import { purgeOldWaitlistEntries } from '#src/features/catalog/waitlist/join-waitlist.server.ts'
import { purgeOldStories } from '#src/features/community/stories/stories.server.ts'
import { purgeOldTickets } from '#src/features/contact/contact.server.ts'
import { eraseMarkedCustomOrders, expireOldRequests } from '#src/features/custom-orders/erase-custom-orders.server.ts'
import { eraseInvoiceRecipients } from '#src/features/invoices/issue-invoice.server.ts'
import { purgeOldMessages, queueMessage } from '#src/features/notifications/outbox/outbox.server.ts'
import { purgeOldNetworks } from '#src/features/payments/limits/erase-networks.server.ts'
import { purgePromotionFingerprints } from '#src/features/pricing/promotions/erase-promotion-uses.server.ts'
import { purgeProblemPhotos } from '#src/features/problems/photos/problem-photos.server.ts'
import { deleteExpiredLimits } from '#src/server/overload/rate-limit.server.ts'

type Turn = { now: Date; publicUrl: string }
type Step = (db: Db, turn: Turn) => Promise<unknown>

const STEPS: Step[] = [
  (db, { now }) => eraseFinishedOrders(db, now),
  (db, { now }) => eraseInvoiceRecipients(db, now),
  (db, { now }) => purgeOldNetworks(db, now),
  (db, { now }) => expireOldRequests(db, now),
  (db) => eraseMarkedCustomOrders(db),
  (db, { now }) => purgeOldStories(db, now),
  (db, { now }) => purgeOldTickets(db, now),
  (db, { now }) => purgeProblemPhotos(db, now),
  (db, { now }) => purgeOldWaitlistEntries(db, now),
  (db, { now }) => purgePromotionFingerprints(db, now),
  (db, { now }) => purgeOldMessages(db, now),
  (db) => deleteExpiredLimits(db),
  (db, { now }) => purgeExpiredSessions(db, now),
  (db, { now }) => purgeExpiredSignInCodes(db, now),
  (db, { now }) => purgeExpiredInvitations(db, now),
  endIdleAccounts,
]

/** Deletes what is past its retention (core/retention.ts). Idempotent; a failed step does not stop the next. */
export async function enforceRetention(db: Db, turn: Turn, steps: readonly Step[] = STEPS): Promise<void> {
  const errors: unknown[] = []
  for (const step of steps) {
    try {
      await step(db, turn)
    } catch (error) {
      errors.push(error)
    }
  }
  if (errors.length === 1) throw errors[0]
  if (errors.length > 1) throw new AggregateError(errors, 'Several retention steps failed')
}

async function endIdleAccounts(db: Db, { now, publicUrl }: Turn): Promise<void> {
  const { toNotify, expired } = await listIdleAccounts(db, now)
  for (const { id, email } of toNotify)
    await inTransaction(db, async (tx) => {
      if (!(await markIdleNotified(tx, { id, now }))) return
      const mail = idleAccountMail({
        lastDay: shopDay(addMinutes(now, IDLE_NOTICE_DAYS * 24 * 60)),
        address: `${publicUrl}/api/login`,
      })
      const idempotencyKey = `idle-account:${id}:${now.toISOString().slice(0, 10)}`
      await queueMessage(tx, { channel: 'email', to: email, ...mail, idempotencyKey })
    })
  for (const user of expired)
    await deleteAccount(db, {
      user,
      onDelete: eraseCustomerData,
      onlyIf: (tx) => isIdleExpired(tx, { id: user.id, now }),
    })
}
