import { and, eq, exists, gte, inArray, lt, or, type SQL, sql } from 'drizzle-orm'
import { addMinutes, formatTime } from '#src/core/dates.ts'
import { counted } from '#src/core/words.ts'
import { type Db, inTransaction } from '#src/db/database.server.ts'
import { type Alert, alertAdmins } from '#src/features/auth/alerts/alert-admins.server.ts'
import { beginIncidents, claimTurn, endIncidents, hasIncident } from '#src/features/auth/alerts/incidents.server.ts'
import { users } from '#src/features/auth/auth.table.server.ts'
import { button, composeMail } from '#src/features/notifications/mail/mail.ts'
import { isUnfinished } from '#src/features/notifications/outbox/outbox.server.ts'
import { outboxMessages } from '#src/features/notifications/outbox/outbox.table.server.ts'
import type { PaymentGateway } from '#src/features/payments/gateways/payment-gateway.server.ts'
import { absoluteUrl } from '#src/server/config/process-settings.server.ts'
import { findSilence } from '#src/server/http/circuit-breaker.server.ts'

const GATEWAY_MINUTES = 5
const MAIL_MINUTES = 5

type Failures = { gateway: PaymentGateway; fallback: string; now: Date }

/**
 * Job: alerts the admins when the bank or the mail fails: once, and again only after all was well in between. New messages
 * that failed are reported again, at most once an hour.
 */
export async function alertFailures(db: Db, { gateway, fallback, now }: Failures): Promise<void> {
  await alertSilentGateway(db, { gateway, fallback, now })
  await alertFailedMessages(db, { fallback, now })
  const waiting = await countStuckMails(db, now)
  // By mail it would wait as well; the dashboard shows it, too.
  const mail = mailsWaitMail(waiting)
  await alertWhile(db, waiting > 0, { name: MAILS_WAIT, mail, byEmail: false, fallback, now })
}

/** Whether something fails, or did until now. */
export function mayHaveFailure(db: Db, { gateway, fallback, now }: Failures): SQL | undefined {
  if (findSilence(gateway)) return sql`true`
  const hasMessage = (where: SQL | undefined) => exists(db.select().from(outboxMessages).where(where))
  return or(
    hasMessage(isUnreportedFailure(db, fallback)),
    hasMessage(isStuckMail(now)),
    hasIncident(db, MAILS_WAIT),
    hasIncident(db, incidentOf(gateway)),
  )
}

const MAILS_WAIT = 'mails-wait'
const incidentOf = ({ name }: PaymentGateway) => `gateway:${name}`
const FAILED_MESSAGES = 'messages-failed'
const HOUR = 60

/** Any visitor can type an address that does not exist; that of an admin must be mended. */
function isUnreportedFailure(db: Db, fallback: string) {
  const { unreportedFailure, to } = outboxMessages
  const address = sql`lower(${to})`
  const admins = db.select({ email: users.email }).from(users).where(eq(users.isAdmin, true))
  const isOfAdmin = or(eq(address, fallback), inArray(address, admins))
  return or(eq(unreportedFailure, 'other'), and(eq(unreportedFailure, 'address'), isOfAdmin))
}

async function alertFailedMessages(db: Db, { fallback, now }: Omit<Failures, 'gateway'>): Promise<void> {
  const isUnreported = isUnreportedFailure(db, fallback)
  if ((await db.$count(outboxMessages, isUnreported)) === 0) return
  await inTransaction(db, async (tx) => {
    if (!(await claimTurn(tx, FAILED_MESSAGES, { notSince: addMinutes(now, -HOUR), now }))) return
    const reported = await tx.update(outboxMessages).set({ unreportedFailure: null }).where(isUnreported).returning(id)
    if (reported.length > 0)
      await alertAdmins(tx, {
        ...alertOf(FAILED_MESSAGES, now),
        mail: messagesFailedMail(reported.length),
        fallback,
        now,
      })
  })
}

const id = { id: outboxMessages.id }
const alertOf = (name: string, now: Date) => ({
  idempotencyKey: `failure:${name}:${now.toISOString()}`,
  tag: `failure:${name}`,
})

/** Mails that were tried and are still not sent after some minutes: the mail server does not take them. */
export function isStuckMail(now: Date) {
  const { channel, attempts, unavailableSince, createdAt } = outboxMessages
  const isOld = lt(createdAt, addMinutes(now, -MAIL_MINUTES))
  const isTried = or(gte(attempts, 2), lt(unavailableSince, addMinutes(now, -1)))
  return and(eq(channel, 'email'), isUnfinished, isOld, isTried)
}

export const countStuckMails = (db: Db, now: Date): Promise<number> => db.$count(outboxMessages, isStuckMail(now))

async function alertSilentGateway(db: Db, { gateway, fallback, now }: Failures): Promise<void> {
  const since = findSilence(gateway)
  const name = incidentOf(gateway)
  if (since === null) return endIncidents(db, name)
  if (since === undefined || since > addMinutes(now, -GATEWAY_MINUTES)) return
  await alertWhile(db, true, { name, mail: gatewayFailingMail({ name: gateway.name, since }), fallback, now })
}

type Incident = { name: string; now: Date; fallback: string } & Pick<Alert, 'mail' | 'byEmail'>

async function alertWhile(db: Db, isOn: boolean, { name, ...alert }: Incident): Promise<void> {
  if (!isOn) return endIncidents(db, name)
  await inTransaction(db, async (tx) => {
    if (!(await beginIncidents(tx, [name], alert.now)).has(name)) return
    await alertAdmins(tx, { ...alert, ...alertOf(name, alert.now) })
  })
}

export function gatewayFailingMail({ name, since }: { name: string; since: Date }) {
  const time = formatTime(since.toISOString())
  return composeMail('gateway-failing', `The payment gateway ${name} has not answered since ${time}`, [
    `The payment gateway ${name} has not answered since ${time}. Customers may be unable to pay, and payments may be confirmed late.`,
    'The shop keeps asking, and no payment is lost. If it lasts, look at the status page of the gateway.',
    button('Look at the payments', absoluteUrl('/admin/payments')),
  ])
}

export function messagesFailedMail(count: number) {
  return composeMail('messages-failing', `${counted(count, 'message')} could not be delivered`, [
    `${counted(count, 'message')} could not be delivered: the address is wrong, or the provider refused it.`,
    'Correct what is wrong and resend it, or copy the text into another program.',
    button('Look at the messages', absoluteUrl('/admin?view=messages&status=failed')),
  ])
}

export function mailsWaitMail(count: number) {
  return composeMail('messages-failing', `The mail server does not take mails: ${count} waiting`, [
    `${counted(count, 'mail')} could not be sent at the first attempts. The shop tries again for a day.`,
    'Check SMTP_URL and the mail server.',
    button('Look at the messages', absoluteUrl('/admin?view=messages&status=waiting')),
  ])
}
