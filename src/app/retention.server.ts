import { IDLE_NOTICE_DAYS } from '#src/core/retention.ts'
import { idleAccountMail } from '#src/features/account/account.messages.ts'
import { deleteAccount } from '#src/features/account/account.server.ts'
import { forgetExpiredInvitations } from '#src/features/account/admin-invitations.server.ts'
import { listIdleAccounts, noteIdleTold } from '#src/features/account/idle-accounts.server.ts'
import { forgetExpiredSessions } from '#src/features/account/sessions.server.ts'
import { forgetExpiredCodes } from '#src/features/account/sign-in-code.server.ts'
import { forgetOldTickets } from '#src/features/contact/contact.server.ts'
import { forgetThoseWhoLeft, leaveOldRequests } from '#src/features/custom-orders/forgetting.server.ts'
import { forgetBuyers } from '#src/features/invoices/invoices.server.ts'
import { forgetOldMessages, queueMessage } from '#src/features/notifications/notifications.server.ts'
import { forgetOldNetworks } from '#src/features/payments/hold-limits.server.ts'
import { forgetUsers } from '#src/features/promotions/promotions.server.ts'
import { forgetOldStories } from '#src/features/stories/stories.server.ts'
import { type Db, inTransaction } from '#src/platform/database.server.ts'
import { forgetOldLimits } from '#src/platform/rate-limit.server.ts'
import { eraseWhatRemains, forgetFinishedOrders } from './erasure.server.ts'

/** Deletes what is over, by the rules of src/core/retention.ts, which the privacy page shows. May run any number of times. */
export async function keepRetention(db: Db, { now, publicUrl }: { now: Date; publicUrl: string }): Promise<void> {
  await forgetFinishedOrders(db, now)
  await forgetBuyers(db, now)
  await forgetOldNetworks(db, now)
  await leaveOldRequests(db, now)
  await forgetThoseWhoLeft(db)
  await forgetOldStories(db, now)
  await forgetOldTickets(db, now)
  await forgetUsers(db, now)
  await forgetOldMessages(db, now)
  await forgetOldLimits(db)
  await forgetExpiredSessions(db, now)
  await forgetExpiredCodes(db, now)
  await forgetExpiredInvitations(db, now)
  await endIdleAccounts(db, { now, publicUrl })
}

/** Who has not been here for years is written to; who then still does not come is forgotten as by their own wish. */
async function endIdleAccounts(db: Db, { now, publicUrl }: { now: Date; publicUrl: string }): Promise<void> {
  const { untold, over } = await listIdleAccounts(db, now)
  for (const { id, email } of untold)
    await inTransaction(db, async (tx) => {
      if (!(await noteIdleTold(tx, { id, now }))) return
      const mail = idleAccountMail({ days: IDLE_NOTICE_DAYS, address: `${publicUrl}/api/login` })
      const dedupeKey = `idle-account:${id}:${now.toISOString().slice(0, 10)}`
      await queueMessage(tx, { channel: 'email', to: email, ...mail, dedupeKey })
    })
  for (const user of over) await deleteAccount(db, { user, onDelete: eraseWhatRemains })
}
