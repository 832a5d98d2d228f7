import { and, eq, sql } from 'drizzle-orm'
import { type Paise, paise } from '#src/core/money.ts'
import type { Db } from '#src/platform/database.server.ts'
import { moneyReceived } from './ledger.table.server.ts'
import type { PaymentRow } from './payment-lock.server.ts'
import type { Report } from './payments.reducer.ts'
import { payments, refundsDue } from './payments.table.server.ts'
import { COUNTED_REFUND_STATES } from './refunds.reducer.ts'

type Money = Extract<Report, { kind: 'success' }>

/** A piece of money came: written down once and for ever, and counted on its payment. */
export async function receiveMoney(tx: Db, { id, provider }: PaymentRow, money: Money): Promise<void> {
  await tx.insert(moneyReceived).values({
    paymentId: id,
    provider,
    upiTxnId: money.upiTxnId,
    amountPaise: money.amount,
    currency: money.currency,
    paidAt: money.paidAt,
  })
  await tx
    .update(payments)
    .set({ receivedPaise: sql`${payments.receivedPaise} + ${money.amount}` })
    .where(eq(payments.id, id))
}

/** Whose the money under this number is. */
export async function ownerOfMoney(tx: Db, provider: string, upiTxnId: string): Promise<string | undefined> {
  const [money] = await tx
    .select({ paymentId: moneyReceived.paymentId })
    .from(moneyReceived)
    .where(and(eq(moneyReceived.provider, provider), eq(moneyReceived.upiTxnId, upiTxnId)))
  return money?.paymentId
}

/** What of each piece of a payment's money has not gone back and is not to go: first of the piece that paid. */
export async function moneyLeft(tx: Db, payment: PaymentRow): Promise<{ upiTxnId: string; left: Paise }[]> {
  // With names of its own: of a selection from one table Drizzle leaves the tables' names out.
  const goingBack = sql<string>`coalesce((select sum(r.amount_paise) from ${refundsDue} r
    where r.provider = ${moneyReceived}.provider and r.upi_txn_id = ${moneyReceived}.upi_txn_id
      and r.state in ${[...COUNTED_REFUND_STATES]}), 0)`
  const pieces = await tx
    .select({ upiTxnId: moneyReceived.upiTxnId, amountPaise: moneyReceived.amountPaise, goingBack })
    .from(moneyReceived)
    .where(eq(moneyReceived.paymentId, payment.id))
    .orderBy(sql`${moneyReceived.upiTxnId} = ${payment.upiTxnId ?? ''} desc`, moneyReceived.receivedAt)
  return pieces.map(({ upiTxnId, amountPaise, goingBack }) => ({
    upiTxnId,
    left: paise(amountPaise - Number(goingBack)),
  }))
}

type Share = { paymentId: string; amount: number }

/** Counts money that goes back, in the statement that looks whether so much is left. False when it is not. */
export async function countRefund(tx: Db, { paymentId, amount }: Share): Promise<boolean> {
  const counted = await tx
    .update(payments)
    .set({ refundedPaise: sql`${payments.refundedPaise} + ${amount}` })
    .where(and(eq(payments.id, paymentId), sql`${payments.refundedPaise} + ${amount} <= ${payments.receivedPaise}`))
    .returning({ id: payments.id })
  return counted.length === 1
}

/** Money that does not go back after all can go back another time. */
export async function uncountRefund(tx: Db, { paymentId, amount }: Share): Promise<void> {
  await tx
    .update(payments)
    .set({ refundedPaise: sql`${payments.refundedPaise} - ${amount}` })
    .where(eq(payments.id, paymentId))
}
