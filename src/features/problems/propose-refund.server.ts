import { addPaise, type Paise, paise, rupees } from '#src/core/money.ts'
import { discountLines } from '#src/core/order-tax.ts'
import type { Db } from '#src/db/database.server.ts'
import { listInvoiceLines, type OrderLine } from '#src/features/orders/lookup/order-lines.server.ts'
import { isBeforeShipment } from '#src/features/orders/order-status.ts'
import type { OrderRow } from '#src/features/orders/orders.server.ts'
import { sumPaidRefundable } from '#src/features/payments/ledger/ledger.server.ts'
import { findPaidPayment } from '#src/features/payments/payment-record.server.ts'
import type { AdminProblem } from './problems.contract.ts'
import { findSettledBefore } from './settled-before.server.ts'

type Proposal = Pick<AdminProblem, 'hasLeft' | 'linesPaid' | 'charges' | 'refundable' | 'proposed' | 'replacedBefore'>

/**
 * Proposes what the returns policy promises: the price of the pieces, and all charges if every piece is reported, less
 * what earlier reports settled. Charges are not proposed once a piece was replaced.
 */
export async function proposeRefund(
  db: Db,
  { order, lines, ticketId }: { order: OrderRow; lines: readonly OrderLine[]; ticketId: string },
): Promise<Proposal> {
  const { discountPaise, shippingPaise, coolPackPaise, giftWrapPaise } = order
  const sold = discountLines(await listInvoiceLines(db, [order.id]), paise(discountPaise))
  const reported = new Map(lines.map(({ id, quantity }) => [id, quantity]))
  const before = await findSettledBefore(db, { ticketId, orderId: order.id, lineIds: [...reported.keys()] })
  const paidFor = (piecesOf: (line: { id: string; quantity: number }) => number) =>
    addPaise(...sold.map((line) => priceOfPieces(line, piecesOf(line))))
  const leftOf = ({ id, quantity }: { id: string; quantity: number }) =>
    reported.has(id) ? Math.max(0, quantity - (before.replaced.get(id) ?? 0)) : 0
  const isAll = before.replaced.size === 0 && sold.every(({ id, quantity }) => reported.get(id) === quantity)
  const charged = isAll ? shippingPaise + coolPackPaise + giftWrapPaise : 0
  const payment = await findPaidPayment(db, order)
  const left = payment && (await sumPaidRefundable(db, { payment, order }))
  const hasLeft = !isBeforeShipment(order.status)
  const inRupees = (amount: number) => rupees(paise(amount))
  const due = paidFor((line) => Math.min(reported.get(line.id) ?? 0, leftOf(line))) + charged
  const unsettled = Math.max(0, paidFor(leftOf) + charged - before.refunded)
  return {
    hasLeft,
    linesPaid: rupees(paidFor(({ id }) => reported.get(id) ?? 0)),
    replacedBefore: lines.flatMap(({ id, name }) => {
      const quantity = before.replaced.get(id)
      return quantity === undefined ? [] : [{ name, quantity }]
    }),
    charges: isAll
      ? { shipping: inRupees(shippingPaise), coolPack: inRupees(coolPackPaise), giftWrap: inRupees(giftWrapPaise) }
      : null,
    refundable: left === undefined ? null : rupees(left),
    proposed: left === undefined || !hasLeft ? null : inRupees(Math.min(left, due, unsettled)),
  }
}

/** Rounds down, so that several reports of a line never refund more than its price. */
const priceOfPieces = ({ net, quantity }: { net: Paise; quantity: number }, pieces: number) =>
  paise(Math.floor((net * pieces) / quantity))
