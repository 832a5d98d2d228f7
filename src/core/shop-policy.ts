import { paise } from './money.ts'

/** The shop's promises and limits (specification, section 9). One place, so that a screen and a rule cannot disagree. */
export const SHOP_NAME = 'Golconda Cacao'
export const HOME_CITY = 'Hyderabad'

export const FREE_SHIPPING_FROM = paise(2_000_00)
export const SHIPPING_FEE = paise(150_00)

export const RETURN_POLICY = '7-day return policy'
export const STUDIO_ADDRESS = 'Hyderabad, Telangana, India'
export const STUDIO_HOURS = ['Mon-Fri 9:00 AM-7:00 PM', 'Sat 10:00 AM-6:00 PM', 'Sun 11:00 AM-4:00 PM'] as const

export const DELIVERY_BUSINESS_DAYS = { from: 3, to: 5 } as const
export const EXPECTED_DELIVERY = `${DELIVERY_BUSINESS_DAYS.from}-${DELIVERY_BUSINESS_DAYS.to} business days`
export const FREE_SHIPPING_CLAIM = 'Free shipping over ₹2,000'

export const FEATURED_PRODUCTS = 4
export const RELATED_PRODUCTS = 4
export const PRODUCTS_PER_PAGE = 12

/** How many pieces of one product fit one order. */
export const MAX_LINE_QUANTITY = 50
/** UPI's usual limit for paying a shop: one lakh rupees in one payment (NPCI default P2M limit). */
export const MAX_ORDER_TOTAL = paise(1_00_000_00)
/** How long an unpaid order holds its pieces. */
export const PAYMENT_WINDOW_MINUTES = 15
