import type { IndianState } from './gst.ts'
import { formatPrice, type Paise, paise, paiseFromRupees, rupees } from './money.ts'
import { counted } from './words.ts'

/** Promises and limits of the specification, section 9; settings can replace some of them. */
export const SHOP_NAME = 'Golconda Cacao'
export const HOME_CITY = 'Hyderabad'
export const HOME_PINCODE = '500034'
/** Parcels leave from here, so the shop is registered for GST here. */
export const HOME_STATE = 'Telangana' satisfies IndianState

export type ShippingRule = { freeFrom: Paise; fee: Paise }
export const SHIPPING: ShippingRule = { freeFrom: paise(2_000_00), fee: paise(150_00) }

/** From a setting in rupees. */
export function toShippingRule({ freeFrom, fee }: { freeFrom: number; fee: number }): ShippingRule {
  return { freeFrom: paiseFromRupees(freeFrom), fee: paiseFromRupees(fee) }
}

/** Describes the rule: Free shipping over ₹2,000. */
export function freeShippingText({ freeFrom, fee }: ShippingRule): string {
  return fee === 0 || freeFrom === 0 ? 'Free shipping' : `Free shipping over ${formatPrice(rupees(freeFrom))}`
}

export const STUDIO_ADDRESS = 'Hyderabad, Telangana, India'

export type BusinessDays = { from: number; to: number }
export const DELIVERY_BUSINESS_DAYS: BusinessDays = { from: 3, to: 5 }

export const DISPATCH_CUT_OFF = '14:00'

/** Describes a span: 3-5 business days. */
export function businessDaysText({ from, to }: BusinessDays): string {
  return from === to ? counted(from, 'business day') : `${from}-${to} business days`
}

export const FEATURED_PRODUCTS = 4
export const RELATED_PRODUCTS = 4
export const PRODUCTS_PER_PAGE = 12

export const DEFAULT_MAX_PER_ORDER = 50
export const MAX_LINE_QUANTITY = 5_000
export const MAX_PRICE_TIERS = 5

export const maxPerOrderText = (maxPerOrder: number) => `At most ${maxPerOrder.toLocaleString('en-IN')} in one order`
/** NPCI's default UPI limit for one payment to a shop: one lakh rupees. */
export const MAX_ORDER_TOTAL = paise(1_00_000_00)
export const UPI_LIMIT_TEXT = `UPI payments are limited to ${formatPrice(rupees(MAX_ORDER_TOTAL))}.`
/** Gateways accept no less than one rupee. */
export const MIN_ORDER_TOTAL = paise(1_00)
export const PAYMENT_WINDOW_MINUTES = 15
