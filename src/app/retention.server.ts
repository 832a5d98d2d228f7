import { IDLE_NOTICE_DAYS } from '#src/core/retention.ts'
import { idleAccountMail } from '#src/features/account/account.messages.ts'
import { deleteAccount } from '#src/features/account/account.server.ts'
import { forgetExpiredInvitations } from '#src/features/account/admin-invitations.server.ts'
import { isOver, listIdleAccounts, noteIdleTold } from '#src/features/account/idle-accounts.server.ts'
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

type Turn = { now: Date; publicUrl: string }
type Step = (db: Db, turn: Turn) => Promise<unknown>

const STEPS: Step[] = [
  (db, { now }) => forgetFinishedOrders(db, now),
  (db, { now }) => forgetBuyers(db, now),
  (db, { now }) => forgetOldNetworks(db, now),
  (db, { now }) => leaveOldRequests(db, now),
  (db) => forgetThoseWhoLeft(db),
  (db, { now }) => forgetOldStories(db, now),
  (db, { now }) => forgetOldTickets(db, now),
  (db, { now }) => forgetUsers(db, now),
  (db, { now }) => forgetOldMessages(db, now),
  (db) => forgetOldLimits(db),
  (db, { now }) => forgetExpiredSessions(db, now),
  (db, { now }) => forgetExpiredCodes(db, now),
  (db, { now }) => forgetExpiredInvitations(db, now),
  endIdleAccounts,
]

/**
 * Deletes what is over, by the rules of src/core/retention.ts, which the privacy page shows. May run any number of times.
 * A step that fails does not stop the steps after it; its error is thrown at the end.
 */
export async function keepRetention(db: Db, turn: Turn, steps: readonly Step[] = STEPS): Promise<void> {
  const errors: unknown[] = []
  for (const step of steps) {
    try {
      await step(db, turn)
    } catch (error) {
      errors.push(error)
    }
  }
  if (errors.length === 1) throw errors[0]
  if (errors.length > 1) throw new AggregateError(errors, 'Several steps of the retention failed')
}

/** Who has not been here for years is written to; who then still does not come is forgotten as by their own wish. */
async function endIdleAccounts(db: Db, { now, publicUrl }: Turn): Promise<void> {
  const { untold, over } = await listIdleAccounts(db, now)
  for (const { id, email } of untold)
    await inTransaction(db, async (tx) => {
      if (!(await noteIdleTold(tx, { id, now }))) return
      const mail = idleAccountMail({ days: IDLE_NOTICE_DAYS, address: `${publicUrl}/api/login` })
      const dedupeKey = `idle-account:${id}:${now.toISOString().slice(0, 10)}`
      await queueMessage(tx, { channel: 'email', to: email, ...mail, dedupeKey })
    })
  for (const user of over)
    await deleteAccount(db, { user, onDelete: eraseWhatRemains, onlyIf: (tx) => isOver(tx, { id: user.id, now }) })
}
