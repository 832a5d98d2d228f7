import { type SQL, sql } from 'drizzle-orm'
import { addMinutes } from '#src/core/dates.ts'
import { paise } from '#src/core/money.ts'
import { type Db, inTransaction } from '#src/db/database.server.ts'
import { alertAdmins } from '#src/features/auth/alerts/alert-admins.server.ts'
import { selectOrderCustomers } from '#src/features/orders/lookup/order-customers.server.ts'
import type { RefundReason } from '#src/features/payments/payment-state-machine.ts'
import { refundDecisionMail, unmatchedPaymentMail } from '#src/features/payments/payments.messages.ts'
import { paymentEvents, payments, refunds, unmatchedAlerts } from '#src/features/payments/payments.table.server.ts'
import { REFUND_REASON_TEXTS } from '#src/features/payments/reconciliation/unmatched-payments.server.ts'
import { absoluteUrl } from '#src/server/config/process-settings.server.ts'
import { isUnmatched, needsDecision, UNMATCHED_REASONS } from './unmatched-predicate.server.ts'

/** Automatic refunds and lookups are done by then. */
const GRACE_MINUTES = 2
const AT_ONCE = 20

type WaitingPayment = {
  id: string
  kind: 'refund' | 'event'
  amount_paise: number
  why: string
  reference: string | null
  upi_txn_id: string | null
  at: string
}

export async function alertUnmatchedPayments(db: Db, now: Date): Promise<number> {
  return inTransaction(db, async (tx) => {
    let alerted = 0
    for (const waiting of await listUnalerted(tx, now)) {
      const claim = tx.insert(unmatchedAlerts).values({ id: waiting.id, notifiedAt: now }).onConflictDoNothing()
      if ((await claim.returning()).length === 0) continue
      await alertAdmins(tx, { mail: mailAbout(waiting), idempotencyKey: `money-waits:${waiting.id}`, now })
      alerted += 1
    }
    return alerted
  })
}

export const hasUnmatchedAlert = (db: Db, now: Date) => sql`exists (${selectUnalerted(db, now)})`

async function listUnalerted(tx: Db, now: Date): Promise<WaitingPayment[]> {
  const unalerted = selectUnalerted(tx, now)
  const { rows } = await tx.execute<WaitingPayment>(sql`${unalerted} order by stray.at, stray.id limit ${AT_ONCE}`)
  return rows
}

function selectUnalerted(db: Db, now: Date): SQL {
  const customers = selectOrderCustomers(db)
  return sql`
    with stray as (
      select id, 'refund' as kind, created_at as at, amount_paise, reason as why, payment_id, upi_txn_id from ${refunds}
      where ${needsDecision}
      union all
      select id, 'event', received_at, amount_paise, result, payment_id, upi_txn_id from ${paymentEvents} where ${isUnmatched}
    )
    select stray.id, stray.kind, stray.amount_paise, stray.why, stray.upi_txn_id, stray.at, ${customers.reference} as reference
    from stray left join ${payments} p on p.id = stray.payment_id left join ${customers} on ${customers.id} = p.order_id
    where stray.at <= ${addMinutes(now, -GRACE_MINUTES).toISOString()} and ${customers.isSample} is not true
      and not exists (select 1 from ${unmatchedAlerts} told where told.id = stray.id)`
}

function mailAbout({ kind, amount_paise, why, reference, ...waiting }: WaitingPayment) {
  const amount = paise(amount_paise)
  const link = absoluteUrl('/admin/payments?status=decide')
  if (kind === 'refund')
    return refundDecisionMail({
      reference: reference ?? '',
      amount,
      why: REFUND_REASON_TEXTS[why as RefundReason],
      link,
    })
  const reported = { upiTxnId: waiting.upi_txn_id, reportedAt: new Date(waiting.at), reference }
  return unmatchedPaymentMail({ amount, why: UNMATCHED_REASONS[why] ?? why, link, ...reported })
}
