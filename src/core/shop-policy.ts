import type { IndianState } from './gst.ts'
import { formatPrice, type Paise, paise, rupees } from './money.ts'

/**
 * The shop's promises and limits (specification, section 9). One place, so that a screen and a rule cannot disagree.
 * What the maker can set stands here as the specification has it: for a shop that has set nothing.
 */
export const SHOP_NAME = 'Golconda Cacao'
export const HOME_CITY = 'Hyderabad'
/** Where parcels are sent from, and so where the shop is registered for GST. */
export const HOME_STATE = 'Telangana' satisfies IndianState

/** What sending costs, and the subtotal from which it costs nothing. */
export type ShippingRule = { freeFrom: Paise; fee: Paise }
export const SHIPPING: ShippingRule = { freeFrom: paise(2_000_00), fee: paise(150_00) }

/** The promise of free shipping: Free shipping over ₹2,000. */
export function freeShippingText({ freeFrom, fee }: ShippingRule): string {
  return fee === 0 || freeFrom === 0 ? 'Free shipping' : `Free shipping over ${formatPrice(rupees(freeFrom))}`
}

export const STUDIO_ADDRESS = 'Hyderabad, Telangana, India'

export type BusinessDays = { from: number; to: number }
export const DELIVERY_BUSINESS_DAYS: BusinessDays = { from: 3, to: 5 }

/** Orders until this time of a day leave the studio on the same day. */
export const SAME_DAY_CUT_OFF = '14:00'

/** Business days as people read them: 3-5 business days. */
export function businessDaysText({ from, to }: BusinessDays): string {
  if (from === to) return from === 1 ? '1 business day' : `${from} business days`
  return `${from}-${to} business days`
}

export const FEATURED_PRODUCTS = 4
export const RELATED_PRODUCTS = 4
export const PRODUCTS_PER_PAGE = 12

/** How many pieces of one product fit one order, unless the admin sets another number for the product. */
export const DEFAULT_MAX_PER_ORDER = 50
/** The largest number that may be set: no line of a cart or an order holds more. */
export const MAX_LINE_QUANTITY = 1_000

export const maxPerOrderText = (maxPerOrder: number) => `At most ${maxPerOrder} in one order`
/** UPI's usual limit for paying a shop: one lakh rupees in one payment (NPCI default P2M limit). */
export const MAX_ORDER_TOTAL = paise(1_00_000_00)
/** The least that can be paid: gateways take no less than one rupee. */
export const MIN_ORDER_TOTAL = paise(1_00)
/** How long an unpaid order holds its pieces. */
export const PAYMENT_WINDOW_MINUTES = 15
