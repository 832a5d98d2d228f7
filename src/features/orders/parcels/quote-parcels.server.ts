import { HEAT_CHOICES, type HeatChoice } from '#src/core/delivery/delivery-rules.ts'
import { type HeatAdvice, heatText } from '#src/core/delivery/heat.ts'
import { paise, rupees } from '#src/core/money.ts'
import { MAX_ORDER_TOTAL } from '#src/core/shop-policy.ts'
import type { Db } from '#src/db/database.server.ts'
import { listExcesses } from '#src/features/catalog/stock/order-limits.server.ts'
import type { PricedLine } from '#src/features/catalog/stock/stock-reservations.server.ts'
import { listShortages } from '#src/features/catalog/stock/stock-shortages.server.ts'
import { readLimitedLoad } from '#src/features/orders/dispatch/dispatch-load.server.ts'
import { findCustomerOrder, payingOrderId } from '#src/features/orders/orders.server.ts'
import { ABOVE_UPI_LIMIT } from '#src/features/orders/place/place-order.server.ts'
import { quotePromotion } from '#src/features/pricing/promotions/promotions.server.ts'
import type { CartItem } from '#src/features/pricing/totals/priced-items.contract.ts'
import type { OrderTotals } from '#src/features/pricing/totals/totals.ts'
import { readSettings } from '#src/features/settings/read-settings.server.ts'
import type { ParcelsQuestion, PricedParcel, PricedParcels } from './parcels.contract.ts'
import {
  DISCOUNT_TOO_LARGE,
  isDiscountPossible,
  isPriced,
  type ParcelProblem,
  priceParcels,
  sumTotals,
  withDiscount,
} from './price-parcels.server.ts'

export type ExplainLimits = (
  db: Db,
  order: { userId: string; lines: readonly PricedLine<CartItem>[]; now: Date },
) => Promise<string | undefined>

type QuoteInput = {
  question: ParcelsQuestion
  userId: string
  now: Date
  /** Supplied by payments, which depend on orders. */
  explainLimits?: ExplainLimits | undefined
}

/** Prices an order to several people without placing it, and lists in words what is in its way. */
export async function quoteParcels(db: Db, input: QuoteInput): Promise<PricedParcels> {
  const { question, userId, now, explainLimits } = input
  const settings = await readSettings(db)
  const load = await readLimitedLoad(db, settings, { now, ownOrder: question.replaces })
  const priced = await priceParcels(db, { question, settings, load, now, heldUntil: now })
  const sendable = priced.filter(isPriced)
  const { promo, parcels: discounted } = await applyPromotion(db, sendable, input)
  const totals = sumTotals(discounted)
  const lines = discounted.flatMap((parcel) => parcel.lines)
  const own = question.replaces && (await findCustomerOrder(db, userId, question.replaces))
  const overLimit = await explainLimits?.(db, { userId, lines, now })
  const problems = [
    ...(await listExcesses(db, lines)),
    ...(await listShortages(db, lines, own ? payingOrderId(own) : undefined)),
    ...(overLimit ? [overLimit] : []),
    ...(totals.total > MAX_ORDER_TOTAL ? [ABOVE_UPI_LIMIT] : []),
  ]
  const inTurn = discounted.values()
  const parcels = priced.map((one) => (isPriced(one) ? toPriced(inTurn.next().value) : toProblem(one)))
  return { ...toRupees(totals), parcels, problems, promo }
}

type Sendable = Parameters<typeof withDiscount>[0]
type Discounted = { promo: PricedParcels['promo']; parcels: ReturnType<typeof withDiscount> }

async function applyPromotion(db: Db, sendable: Sendable, { question, userId, now }: QuoteInput): Promise<Discounted> {
  const { promoCode, replaces: standsInFor } = question
  const undiscounted = withDiscount(sendable, paise(0))
  if (!promoCode) return { promo: null, parcels: undiscounted }
  const { subtotal } = sumTotals(sendable)
  const quote = await quotePromotion(db, { code: promoCode, subtotal, userId, now, standsInFor })
  if (!quote.ok) return { promo: quote, parcels: undiscounted }
  if (!isDiscountPossible(sendable, quote.discount))
    return { promo: { code: quote.code, ok: false, message: DISCOUNT_TOO_LARGE }, parcels: undiscounted }
  return { promo: { code: quote.code, ok: true }, parcels: withDiscount(sendable, quote.discount) }
}

const toRupees = ({ subtotal, shipping, coolPack, giftWrap, discount, total }: OrderTotals) => ({
  subtotal: rupees(subtotal),
  shipping: rupees(shipping),
  coolPack: rupees(coolPack),
  giftWrap: rupees(giftWrap),
  discount: rupees(discount),
  total: rupees(total),
})

const NOTHING = { subtotal: 0, shipping: 0, coolPack: 0, giftWrap: 0, discount: 0, total: 0 }

function toProblem({ problem }: ParcelProblem): PricedParcel {
  const { heat } = problem.details as { heat?: HeatAdvice | null }
  const choices = heat
    ? ([heat.coolPack && 'cool-pack', heat.wait && 'wait'] as const).filter((one) => one !== null)
    : []
  return {
    ...NOTHING,
    problem: problem.message,
    shipOn: null,
    expectedDelivery: null,
    heat: heat ? { text: heatText(heat), choices } : null,
  }
}

const CHOSEN: Record<HeatChoice, string> = {
  'cool-pack': 'With a cool pack.',
  wait: 'We send it when it is cooler.',
}

function toPriced(parcel: ReturnType<typeof withDiscount>[number] | undefined): PricedParcel {
  if (!parcel) throw new Error('A priced parcel is missing')
  const { shipOn, deliverFrom: from, deliverTo: to, heat } = parcel.promised
  return {
    ...toRupees(parcel.totals),
    problem: null,
    shipOn,
    expectedDelivery: from && to ? { from, to } : null,
    heat: heat && { text: CHOSEN[heat], choices: [...HEAT_CHOICES] },
  }
}
