import { and, asc, eq, exists, gte, inArray, isNull, lte, not, type SQL, sql, sum } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { startOfShopDay } from '#src/core/dates.ts'
import { formatPrice, type Paise, paise, paiseFromRupees, rupees } from '#src/core/money.ts'
import { type Db, inTransaction, onlyRow, runIsolated } from '#src/db/database.server.ts'
import { recordChange, SYSTEM_ACTOR } from '#src/features/audit/record-change.server.ts'
import { selectOrderCustomers } from '#src/features/orders/lookup/order-customers.server.ts'
import type { PaymentContext } from '#src/features/payments/initiate-payment.server.ts'
import type { RefundReason } from '#src/features/payments/payment-state-machine.ts'
import { payments, refunds } from '#src/features/payments/payments.table.server.ts'
import { lockRefund } from '#src/features/payments/refunds/refund-record.server.ts'
import { numberSetting, readSection } from '#src/features/settings/read-settings.server.ts'
import { applyRefundDecision } from './request-refund.server.ts'

/** A wrong amount is missing here: an admin may accept it. */
const AUTOMATIC_REASONS = [
  'duplicate-payment',
  'sold-out',
  'promo-gone',
  'order-cancelled',
] as const satisfies RefundReason[]

const AT_ONCE = 20

/** Starts owed refunds within the automatic limits of the settings; the rest waits for an admin. Returns how many. */
export async function startAutomaticRefunds(context: PaymentContext): Promise<number> {
  if (!context.gateway.refund) return 0
  let started = 0
  for (const { id } of await selectCandidates(context).limit(AT_ONCE))
    await runIsolated(`Refund ${id}`, async () => {
      if (await inTransaction(context.db, (tx) => startRefund(tx, context, id))) started += 1
    })
  return started
}

type Limits = { each: Paise; perDay: Paise }

async function readRefundLimits(db: Db): Promise<Limits> {
  const { automaticUpTo, automaticPerDay } = await readSection(db, 'refunds')
  return { each: paiseFromRupees(automaticUpTo), perDay: paiseFromRupees(automaticPerDay) }
}

export function isAutomaticRefundDue(context: PaymentContext): SQL | undefined {
  return context.gateway.refund && exists(selectCandidates(context))
}

/** The refunds that are within the limits, each by itself. */
function selectCandidates({ db, gateway, now }: PaymentContext) {
  const limit = (field: 'automaticUpTo' | 'automaticPerDay') => sql`${numberSetting('refunds', field)} * 100`
  const leftToday = sql`${limit('automaticPerDay')} - (${selectStartedToday(db, now())})`
  const customers = selectOrderCustomers(db)
  const earlier = alias(refunds, 'earlier')
  const hasFailed = db
    .select({ id: earlier.id })
    .from(earlier)
    .where(
      and(
        eq(earlier.paymentId, refunds.paymentId),
        eq(earlier.upiTxnId, refunds.upiTxnId),
        eq(earlier.state, 'failed'),
      ),
    )
  return db
    .select({ id: refunds.id })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .innerJoin(customers, eq(customers.id, payments.orderId))
    .where(
      and(
        eq(refunds.state, 'due'),
        eq(refunds.provider, gateway.name),
        inArray(refunds.reason, AUTOMATIC_REASONS),
        lte(refunds.amountPaise, limit('automaticUpTo')),
        lte(refunds.amountPaise, leftToday),
        eq(refunds.attempts, 0),
        isNull(refunds.providerRefundId),
        eq(customers.isSample, false),
        not(exists(hasFailed)),
      ),
    )
    .orderBy(asc(refunds.createdAt), asc(refunds.id))
}

/** Serialised across processes, so that the daily limit holds. */
async function startRefund(tx: Db, { now }: PaymentContext, id: string): Promise<boolean> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('automatic-refunds', 0))`)
  const { refund } = await lockRefund(tx, id)
  const { each, perDay } = await readRefundLimits(tx)
  const amount = paise(refund.amountPaise)
  if (refund.state !== 'due' || amount > each) return false
  const { total } = onlyRow(await selectStartedToday(tx, now()))
  if (Number(total) + amount > perDay) return false
  const limits = `up to ${formatPrice(rupees(each))} each and ${formatPrice(rupees(perDay))} a day`
  const note = `Automatic: owed, and ${limits}`
  await applyRefundDecision(tx, {
    refund,
    event: { type: 'send-back' },
    now: now(),
    note,
    nextAttemptAt: now(),
    automaticAt: now(),
  })
  await recordChange(tx, {
    by: SYSTEM_ACTOR,
    entity: 'payment',
    entityId: refund.paymentId,
    action: 'update',
    before: { refund: refund.state },
    after: { refund: 'send back', amount: rupees(amount), reason: note },
  })
  return true
}

function selectStartedToday(db: Db, now: Date) {
  const started = alias(refunds, 'started')
  return db
    .select({ total: sql<string>`coalesce(${sum(started.amountPaise)}, 0)` })
    .from(started)
    .where(gte(started.automaticAt, startOfShopDay(now)))
}
