import { formatFullDay, shopDay } from '#src/core/dates.ts'
import { formatAmount, type Paise, paise, rupees } from '#src/core/money.ts'
import { MIN_ORDER_TOTAL } from '#src/core/shop-policy.ts'

/** Why a code gives no discount. The words are in `refusalText`. */
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

/** What a promotion takes off: a part of the subtotal or a fixed amount, never both. */
export type PromoTerms = { percent: number | null; amount: Paise | null; minSubtotal: Paise }

export type Promotion = PromoTerms & {
  code: string
  startsAt: Date | null
  endsAt: Date | null
  maxUses: number | null
  used: number
  active: boolean
}

/** Codes are written in capitals; people type as they like. */
export function normalizePromoCode(typed: string): string {
  return typed.replaceAll(/\s/g, '').toUpperCase()
}

/** What the promotion takes off a subtotal: whole paise, rounded down, nothing below its minimum, and never so much that less is left than can be paid. */
export function calculateDiscount({ percent, amount, minSubtotal }: PromoTerms, subtotal: Paise): Paise {
  if (subtotal <= 0 || subtotal < minSubtotal) return paise(0)
  const wanted = amount ?? Math.floor((subtotal * (percent ?? 0)) / 100)
  return paise(Math.max(0, Math.min(wanted, subtotal - MIN_ORDER_TOTAL)))
}

type Wish = {
  subtotal: Paise
  now: Date
  /** Whether the shop knows who asks, and whether they have used the code before. */
  by: 'nobody' | 'new' | 'used'
}

/** Why this promotion does not count for this cart; null when it does. What is wrong with the code itself comes first. */
export function checkPromotion(promotion: Promotion, { subtotal, now, by }: Wish): PromoRejection | null {
  const { active, startsAt, endsAt, maxUses, used, minSubtotal } = promotion
  if (!active) return 'UNKNOWN'
  if (startsAt && now < startsAt) return 'NOT_STARTED'
  if (endsAt && now >= endsAt) return 'EXPIRED'
  if (maxUses !== null && used >= maxUses) return 'USED_UP'
  if (by === 'nobody') return 'SIGN_IN'
  if (by === 'used') return 'USED_BY_YOU'
  return subtotal < minSubtotal ? 'MIN_SUBTOTAL' : null
}

const dayOf = (moment: Date) => formatFullDay(shopDay(moment))

type Refused = { code: string; promotion?: Promotion; subtotal: Paise }

/** A refusal in words for the shopper. */
export function promoRejectionText(reason: PromoRejection, { code, promotion, subtotal }: Refused): string {
  switch (reason) {
    case 'UNKNOWN':
      return `We do not know the code ${code}.`
    case 'NOT_STARTED':
      return promotion?.startsAt ? `${code} begins on ${dayOf(promotion.startsAt)}.` : `${code} has not begun yet.`
    case 'EXPIRED':
      return promotion?.endsAt ? `${code} ended on ${dayOf(promotion.endsAt)}.` : `${code} has ended.`
    case 'USED_UP':
      return `${code} has been used up.`
    case 'SIGN_IN':
      return `Please sign in to use ${code}: it works once for every person.`
    case 'USED_BY_YOU':
      return `You have already used ${code}: it works once for every person.`
    case 'MIN_SUBTOTAL': {
      const minSubtotal = promotion?.minSubtotal ?? subtotal
      const missing = paise(Math.max(0, minSubtotal - subtotal))
      return `${code} needs a subtotal of ${formatAmount(rupees(minSubtotal))}: add ${formatAmount(rupees(missing))} more.`
    }
  }
}
