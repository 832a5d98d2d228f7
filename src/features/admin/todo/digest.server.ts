import { addMinutes, startOfShopDay } from '#src/core/dates.ts'
import { type Db, inTransaction } from '#src/db/database.server.ts'
import { listAlertRecipients } from '#src/features/auth/alerts/alert-settings.server.ts'
import { claimTurn, readLastTurn } from '#src/features/auth/alerts/incidents.server.ts'
import { queueMessage } from '#src/features/notifications/outbox/outbox.server.ts'
import { readDigest } from './digest-content.server.ts'
import { digestMail } from './digest-mail.server.ts'

const DIGEST_MINUTES = 8 * 60
const DIGEST = 'digest'

/**
 * Job: mails each admin who wants it one digest a day, at 8:00 or when the shop runs again on that day. A new shop has its
 * first one on the next morning. Of two processes only one makes it.
 */
export async function sendDigests(db: Db, now: Date): Promise<void> {
  const last = await readLastTurn(db, DIGEST, now)
  const notSince = addMinutes(startOfShopDay(now), DIGEST_MINUTES)
  if (!last || now < notSince || last >= notSince) return
  await inTransaction(db, async (tx) => {
    if (!(await claimTurn(tx, DIGEST, { notSince, now }))) return
    const mail = digestMail(await readDigest(tx, { since: last, now }))
    if (!mail) return
    for (const { email: to, settings } of await listAlertRecipients(tx)) {
      const idempotencyKey = `digest:${notSince.toISOString()}:${to}`
      if (settings.digest) await queueMessage(tx, { channel: 'email', to, ...mail, idempotencyKey })
    }
  })
}
