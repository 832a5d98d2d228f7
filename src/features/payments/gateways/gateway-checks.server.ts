import { and, count, eq, inArray, ne } from 'drizzle-orm'
import type { Db } from '#src/db/database.server.ts'
import type { PaymentGateway } from '#src/features/payments/gateways/payment-gateway.server.ts'
import { OPEN_PAYMENT_STATUSES } from '#src/features/payments/payment-status.ts'
import { paymentEvents, payments, refunds } from '#src/features/payments/payments.table.server.ts'

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

const NO_WEBHOOK =
  'No webhook has arrived from the payment gateway yet. Pay a test order. If this note stays, check the address and the secret of the webhook: without one, a payment takes at least 90 seconds to show as paid.'

/** Returns a check that explains that no webhook has ever arrived; undefined for a gateway that sends none. */
export function createWebhookCheck({ name, isManual }: Pick<PaymentGateway, 'name' | 'isManual'>) {
  if (isManual) return undefined
  return async (db: Db): Promise<string | null> => {
    const received = await db
      .select({ id: paymentEvents.id })
      .from(paymentEvents)
      .where(and(eq(paymentEvents.provider, name), eq(paymentEvents.source, 'webhook')))
      .limit(1)
    return received.length > 0 ? null : NO_WEBHOOK
  }
}
