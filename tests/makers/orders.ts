import { eq } from 'drizzle-orm'
import type { OrderRow } from '#src/features/orders/orders.server.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'
import type { InitiatePayment } from '#src/features/payments/payments.contract.ts'
import { initiatePayment } from '#src/features/payments/payments.server.ts'
import { decideInSandbox } from '#src/features/payments/sandbox.server.ts'
import { applyReport } from '#src/features/payments/settlement.server.ts'
import { onlyRow } from '#src/platform/database.server.ts'
import type { ProductRow } from './catalog.ts'
import { aCheckout, type Shopper, type TestTill } from './payments.ts'

type Wanted = {
  shopper: Shopper
  product: ProductRow
  quantity?: number
  /** A moment, where the bank names one. */
  paid?: boolean | Date
  /** What the shopper typed at the till. */
  checkout?: Partial<InitiatePayment>
}

/** An order as a shopper places it at the till; paid unless told otherwise. */
export async function anOrder(till: TestTill, wanted: Wanted): Promise<OrderRow> {
  const { shopper, product, quantity, paid = true } = wanted
  const checkout = aCheckout(product, { quantity, ...wanted.checkout })
  const { clientTxnId } = await initiatePayment(till, shopper.id, checkout)
  if (paid) await moneyArrives(till, clientTxnId, paid === true ? undefined : paid)
  return onlyRow(await till.db.select().from(orders).where(eq(orders.reference, checkout.orderId)))
}

/** The bank moves the money, and the shop hears of it; the bank may name another moment than now. */
export async function moneyArrives(till: TestTill, clientTxnId: string, paidAt?: Date): Promise<void> {
  await decideInSandbox(till.sandbox, clientTxnId, 'success')
  const bank = await till.provider.ask(clientTxnId)
  if (bank?.report?.kind !== 'success') throw new Error(`The bank has not moved ${clientTxnId}`)
  const report = { ...bank.report, paidAt: paidAt ?? bank.report.paidAt }
  await applyReport(till, { ...bank, report, provider: 'sandbox', source: 'query' })
}
