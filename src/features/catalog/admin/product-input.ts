/** What the maker can narrow the list of products to; without one it is all that are not archived. */
export const PRODUCT_STATUS_FILTERS = ['low', 'sold-out', 'archived'] as const
export type ProductStatusFilter = (typeof PRODUCT_STATUS_FILTERS)[number]

export const ADMIN_PRODUCTS_PER_PAGE = 50

/** The longest that each text of a product may be. */
export const PRODUCT_TEXT_LIMITS = { name: 120, description: 5000, sku: 64, imageUrl: 2000, category: 60, note: 200 }

/** 99,999.99 rupees: UPI moves no more than a lakh at once. */
const MAX_PAISE = 9_999_999

const PRICE = /^([0-9]{1,7}|[0-9]{1,3}(?:,[0-9]{2,3})*,[0-9]{3})(?:\.([0-9]{1,2}))?$/

/** The paise of a price as people type it (450, 450.5, ₹1,25,000.00); undefined when it is none that the shop can charge. */
export function parsePrice(typed: string | number): number | undefined {
  const parts = PRICE.exec(String(typed).replace(/^\s*₹/, '').trim())
  if (!parts) return undefined
  const [, whole = '', fraction = ''] = parts
  const inPaise = Number(whole.replaceAll(',', '')) * 100 + Number(fraction.padEnd(2, '0'))
  return inPaise > 0 && inPaise <= MAX_PAISE ? inPaise : undefined
}

/** A plain file name: any other path of the shop (such as /api/logout) would be called by every visitor's browser. */
const OWN_PICTURE = /^\/(pictures|uploads)\/[\w-]+(\.[\w-]+)*$/

/** A file of this shop's pictures or uploads, or an address whose transport nobody can read or change. */
export function isImageUrl(typed: string): boolean {
  if (OWN_PICTURE.test(typed)) return true
  return URL.canParse(typed) && new URL(typed).protocol === 'https:'
}
