import { addPaise, type Paise, paise, rupees } from '#src/core/money.ts'
import { discountLines } from '#src/core/order-tax.ts'
import type { Db } from '#src/db/database.server.ts'
import { listInvoiceLines, type OrderLine } from '#src/features/orders/lookup/order-lines.server.ts'
import { isBeforeShipment } from '#src/features/orders/order-status.ts'
import type { OrderRow } from '#src/features/orders/orders.server.ts'
import { sumPaidRefundable } from '#src/features/payments/ledger/ledger.server.ts'
import { findPaidPayment } from '#src/features/payments/payment-record.server.ts'
import type { AdminProblem } from './problems.contract.ts'

type Proposal = Pick<AdminProblem, 'hasLeft' | 'linesPaid' | 'charges' | 'refundable' | 'proposed'>

/** Proposes what the returns policy promises: the price of the pieces, and all charges if every piece is reported. */
export async function proposeRefund(
  db: Db,
  { order, lines }: { order: OrderRow; lines: readonly OrderLine[] },
): Promise<Proposal> {
  const { discountPaise, shippingPaise, coolPackPaise, giftWrapPaise } = order
  const sold = discountLines(await listInvoiceLines(db, [order.id]), paise(discountPaise))
  const reported = new Map(lines.map(({ id, quantity }) => [id, quantity]))
  const paid = addPaise(...sold.map(({ id, ...line }) => priceOfPieces(line, reported.get(id) ?? 0)))
  const isAll = sold.every(({ id, quantity }) => reported.get(id) === quantity)
  const charged = isAll ? paise(shippingPaise + coolPackPaise + giftWrapPaise) : paise(0)
  const payment = await findPaidPayment(db, order)
  const left = payment && (await sumPaidRefundable(db, { payment, order }))
  const hasLeft = !isBeforeShipment(order.status)
  const inRupees = (amount: number) => rupees(paise(amount))
  return {
    hasLeft,
    linesPaid: rupees(paid),
    charges: isAll
      ? { shipping: inRupees(shippingPaise), coolPack: inRupees(coolPackPaise), giftWrap: inRupees(giftWrapPaise) }
      : null,
    refundable: left === undefined ? null : rupees(left),
    proposed: left === undefined || !hasLeft ? null : inRupees(Math.min(left, paid + charged)),
  }
}

/** Rounds down, so that several reports of a line never refund more than its price. */
const priceOfPieces = ({ net, quantity }: { net: Paise; quantity: number }, pieces: number) =>
  paise(Math.floor((net * pieces) / quantity))
