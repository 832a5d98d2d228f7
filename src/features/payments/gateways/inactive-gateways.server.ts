import { and, count, inArray, ne } from 'drizzle-orm'
import type { Db } from '#src/db/database.server.ts'
import { OPEN_PAYMENT_STATUSES } from '#src/features/payments/payment-status.ts'
import { payments, refunds } from '#src/features/payments/payments.table.server.ts'

/** Summarises payments that are still open at gateways no longer in use, for the log at startup. */
export async function pendingAtInactiveGateways(db: Db, current: string): Promise<string | undefined> {
  const ofPayments = await db
    .select({ provider: payments.provider, open: count() })
    .from(payments)
    .where(and(ne(payments.provider, current), inArray(payments.status, [...OPEN_PAYMENT_STATUSES])))
    .groupBy(payments.provider)
  const ofRefunds = await db
    .select({ provider: refunds.provider, open: count() })
    .from(refunds)
    .where(and(ne(refunds.provider, current), inArray(refunds.state, ['due', 'requested', 'pending'])))
    .groupBy(refunds.provider)
  const names = [...new Set([...ofPayments, ...ofRefunds].map(({ provider }) => provider))].sort()
  if (names.length === 0) return undefined
  const openAt = (found: typeof ofPayments, name: string) => found.find(({ provider }) => provider === name)?.open ?? 0
  const left = names.map(
    (name) => `${name} (payments: ${openAt(ofPayments, name)}, refunds: ${openAt(ofRefunds, name)})`,
  )
  return `Payments are open at gateways that are not configured and therefore not polled: ${left.join(', ')}. Check there.`
}
