import { formatFullDay, shopDay } from '#src/core/dates.ts'
import { formatAmount, type Paise, paise, rupees } from '#src/core/money.ts'
import { MIN_ORDER_TOTAL } from '#src/core/shop-policy.ts'

export const PROMO_REJECTIONS = [
  'UNKNOWN',
  'NOT_STARTED',
  'EXPIRED',
  'USED_UP',
  'SIGN_IN',
  'USED_BY_YOU',
  'MIN_SUBTOTAL',
] as const
export type PromoRejection = (typeof PROMO_REJECTIONS)[number]

/** Exactly one of `percent` and `amount` is set. */
export type PromoTerms = { percent: number | null; amount: Paise | null; minSubtotal: Paise }

export type Promotion = PromoTerms & {
  code: string
  startsAt: Date | null
  endsAt: Date | null
  maxUses: number | null
  used: number
  active: boolean
}

export function normalizePromoCode(typed: string): string {
  return typed.replaceAll(/\s/g, '').toUpperCase()
}

/** Rounded down to whole paise, and capped so that the rest can be paid. */
export function calculateDiscount({ percent, amount, minSubtotal }: PromoTerms, subtotal: Paise): Paise {
  if (subtotal <= 0 || subtotal < minSubtotal) return paise(0)
  const wanted = amount ?? Math.floor((subtotal * (percent ?? 0)) / 100)
  return paise(Math.max(0, Math.min(wanted, subtotal - MIN_ORDER_TOTAL)))
}

type CheckInput = {
  subtotal: Paise
  now: Date
  /** Whether the customer is known and has used the code before. */
  by: 'nobody' | 'new' | 'used'
}

/** Null if the promotion applies. Problems of the code itself come first. */
export function checkPromotion(promotion: Promotion, { subtotal, now, by }: CheckInput): PromoRejection | null {
  const { active, startsAt, endsAt, maxUses, used, minSubtotal } = promotion
  if (!active) return 'UNKNOWN'
  if (startsAt && now < startsAt) return 'NOT_STARTED'
  if (endsAt && now >= endsAt) return 'EXPIRED'
  if (maxUses !== null && used >= maxUses) return 'USED_UP'
  if (by === 'nobody') return 'SIGN_IN'
  if (by === 'used') return 'USED_BY_YOU'
  return subtotal < minSubtotal ? 'MIN_SUBTOTAL' : null
}

const formatDate = (date: Date) => formatFullDay(shopDay(date))

type RejectionInput = { code: string; promotion?: Promotion; subtotal: Paise }

export function promoRejectionText(reason: PromoRejection, { code, promotion, subtotal }: RejectionInput): string {
  switch (reason) {
    case 'UNKNOWN':
      return `We do not know the code ${code}.`
    case 'NOT_STARTED':
      return promotion?.startsAt ? `${code} begins on ${formatDate(promotion.startsAt)}.` : `${code} has not begun yet.`
    case 'EXPIRED':
      return promotion?.endsAt ? `${code} ended on ${formatDate(promotion.endsAt)}.` : `${code} has ended.`
    case 'USED_UP':
      return `${code} has been used up.`
    case 'SIGN_IN':
      return `Please sign in to use ${code}: it works once per customer.`
    case 'USED_BY_YOU':
      return `You have already used ${code}: it works once per customer.`
    case 'MIN_SUBTOTAL': {
      const minSubtotal = promotion?.minSubtotal ?? subtotal
      const missing = paise(Math.max(0, minSubtotal - subtotal))
      return `${code} needs a subtotal of ${formatAmount(rupees(minSubtotal))}: add ${formatAmount(rupees(missing))} more.`
    }
  }
}
