import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { DomainError } from '#src/core/domain-error.ts'
import { type Paise, paiseFromRupees } from '#src/core/money.ts'
import type { Db } from '#src/db/database.server.ts'
import type { Actor } from '#src/features/audit/record-change.server.ts'
import { listAdminEmails } from '#src/features/auth/admins/admins.server.ts'
import { submittedUtrs } from '#src/features/payments/manual-upi/manual-upi.table.server.ts'
import { paymentEvents } from '#src/features/payments/payments.table.server.ts'
import type { RefundRow } from '#src/features/payments/refunds/refund-record.server.ts'
import { readSection } from '#src/features/settings/read-settings.server.ts'

type Payment = { id: string; provider: string; amountPaise: number }
type Submitted = Pick<typeof submittedUtrs.$inferSelect, 'utr' | 'submittedAt'>
type ApprovalInput = { payment: Payment; submitted: Submitted; by: Actor }
type AcceptCaptureInput = { payment: Payment; refund: RefundRow; by: Actor }

export const Approval = z.object({ byId: z.string(), by: z.string() })

/** Reads the current policy. With a single admin no payment needs two approvals, so none is stuck. */
export async function readApprovalPolicy(
  db: Db,
): Promise<{ admins: number; limit: Paise; needsDualApproval: NeedsDualApproval }> {
  const admins = (await listAdminEmails(db)).length
  const limit = paiseFromRupees((await readSection(db, 'payments')).twoConfirmationsAbove)
  return { admins, limit, needsDualApproval: ({ amountPaise }) => admins > 1 && amountPaise > limit }
}

type NeedsDualApproval = (payment: Pick<Payment, 'amountPaise'>) => boolean

async function needsDualApproval(db: Db, payment: Payment): Promise<boolean> {
  return (await readApprovalPolicy(db)).needsDualApproval(payment)
}

/** Whether this is the first of two approvals; the same admin's second one does not count. */
export async function isFirstApproval(tx: Db, { payment, submitted, by }: ApprovalInput): Promise<boolean> {
  if (!(await needsDualApproval(tx, payment))) return false
  const [first] = await tx
    .select({ raw: paymentEvents.raw })
    .from(paymentEvents)
    .where(
      and(eq(paymentEvents.provider, payment.provider), eq(paymentEvents.eventId, firstApprovalId(payment, submitted))),
    )
  if (!first) return true
  if (Approval.parse(JSON.parse(first.raw)).byId !== by.id) return false
  throw new DomainError('conflict', 'You have already confirmed this payment. Another admin has to confirm it, too.')
}

/** Bound to this submission: a corrected UTR starts over. */
export function firstApprovalId(
  { id }: { id: string },
  { utr, submittedAt }: Pick<Submitted, 'utr' | 'submittedAt'>,
): string {
  return `first:${id}:${utr}:${submittedAt.getTime()}`
}

/** An amount reported by one admin must be accepted by another, or one admin could pay an order alone. */
export async function forbidSelfApproval(tx: Db, { payment, refund, by }: AcceptCaptureInput): Promise<void> {
  const { upiTxnId, reason } = refund
  if (reason !== 'wrong-amount') return
  const itsNumber = and(eq(submittedUtrs.utr, upiTxnId), eq(submittedUtrs.paymentId, payment.id))
  const [submitted] = await tx.select().from(submittedUtrs).where(itsNumber)
  // If no UTR was submitted, the capture came from the gateway.
  if (!submitted || !(await needsDualApproval(tx, payment))) return
  const reports = await tx
    .select({ raw: paymentEvents.raw })
    .from(paymentEvents)
    .where(
      and(
        eq(paymentEvents.paymentId, payment.id),
        eq(paymentEvents.source, 'admin'),
        eq(paymentEvents.upiTxnId, upiTxnId),
      ),
    )
  if (reports.some(({ raw }) => Approval.parse(JSON.parse(raw)).byId === by.id))
    throw new DomainError('conflict', 'You reported this amount. Another admin has to accept it.')
}
