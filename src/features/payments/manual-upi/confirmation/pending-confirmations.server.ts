import { asc, eq, inArray, isNull } from 'drizzle-orm'
import { paise, rupees } from '#src/core/money.ts'
import type { Db } from '#src/db/database.server.ts'
import { selectOrderCustomers } from '#src/features/orders/lookup/order-customers.server.ts'
import { reservedUntil } from '#src/features/payments/manual-upi/await-confirmation.server.ts'
import type { ConfirmationQueue, PendingConfirmation } from '#src/features/payments/manual-upi/manual-upi.contract.ts'
import { submittedUtrs } from '#src/features/payments/manual-upi/manual-upi.table.server.ts'
import { isRecentUtr } from '#src/features/payments/manual-upi/utr.ts'
import { paymentEvents, payments } from '#src/features/payments/payments.table.server.ts'
import { Approval, firstApprovalId, readApprovalPolicy } from './dual-approval.server.ts'

const SHOWN_AT_ONCE = 200

export async function listPendingConfirmations(db: Db): Promise<ConfirmationQueue> {
  const customers = selectOrderCustomers(db)
  const waiting = await db
    .select({ submitted: submittedUtrs, payment: payments, customer: customers._.selectedFields })
    .from(submittedUtrs)
    .innerJoin(payments, eq(payments.id, submittedUtrs.paymentId))
    .innerJoin(customers, eq(customers.id, payments.orderId))
    .where(isNull(submittedUtrs.resolvedAt))
    .orderBy(asc(submittedUtrs.submittedAt))
    .limit(SHOWN_AT_ONCE)
  const { admins, limit, needsDualApproval } = await readApprovalPolicy(db)
  const firstApprovers = await findFirstApprovers(
    db,
    waiting.map(({ payment, submitted }) => firstApprovalId(payment, submitted)),
  )
  return {
    waiting: waiting.map((row) => ({
      ...toConfirmation(row),
      needsDualApproval: needsDualApproval(row.payment),
      confirmedBy: firstApprovers.get(firstApprovalId(row.payment, row.submitted)) ?? null,
    })),
    dualApprovalAbove: rupees(limit),
    adminCount: admins,
  }
}

type Row = {
  submitted: typeof submittedUtrs.$inferSelect
  payment: typeof payments.$inferSelect
  customer: { reference: string; name: string; phone: string }
}

function toConfirmation({
  submitted,
  payment,
  customer,
}: Row): Omit<PendingConfirmation, 'needsDualApproval' | 'confirmedBy'> {
  return {
    payment: payment.id,
    orderId: customer.reference,
    customerName: customer.name,
    customerMobile: customer.phone,
    amount: rupees(paise(payment.amountPaise)),
    utr: submitted.utr,
    looksRecent: isRecentUtr(submitted.utr, submitted.submittedAt),
    startedAt: payment.createdAt.toISOString(),
    submittedAt: submitted.submittedAt.toISOString(),
    reservedUntil: reservedUntil(payment),
  }
}

async function findFirstApprovers(db: Db, eventIds: string[]): Promise<Map<string, string>> {
  if (eventIds.length === 0) return new Map()
  const words = await db
    .select({ eventId: paymentEvents.eventId, raw: paymentEvents.raw })
    .from(paymentEvents)
    .where(inArray(paymentEvents.eventId, eventIds))
  return new Map(words.map(({ eventId, raw }) => [eventId, Approval.parse(JSON.parse(raw)).by]))
}
