import { paiseFromRupees } from '#src/core/money.ts'
import { businessDaysText, freeShippingClaim, type ShippingRule } from '#src/core/shop-policy.ts'
import type { StudioHours } from '#src/core/studio-hours.ts'
import type { PublicSettings, Settings } from './settings.contract.ts'
import type { SocialNetwork } from './settings.names.ts'

export const NETWORK_NAMES: Record<SocialNetwork, string> = {
  instagram: 'Instagram',
  facebook: 'Facebook',
  youtube: 'YouTube',
  pinterest: 'Pinterest',
  linkedin: 'LinkedIn',
  whatsapp: 'WhatsApp',
}

/** The sections in the order of the maker's screen. */
export const SECTION_NAMES: readonly (keyof Settings)[] = [
  'claims',
  'hours',
  'contact',
  'social',
  'shipping',
  'delivery',
  'tax',
  'payments',
  'sms',
]

/** A claim as one text: 12+ years experience. */
export function claimText({ figure, of }: { figure: string; of: string }): string {
  return `${figure} ${of}`
}

/** What the shop promises beside every price; undefined is a claim that the maker does not make. */
export type Promises = { freeShipping: string; delivery: string; returns?: string; handcrafted?: string }

export function promisesOf({ claims: { returns, handcrafted }, shipping, delivery }: PublicSettings): Promises {
  return {
    freeShipping: freeShippingClaim(shippingRuleOf(shipping)),
    delivery: businessDaysText(delivery.elsewhere),
    ...(returns && { returns: claimText(returns) }),
    ...(handcrafted && { handcrafted: claimText(handcrafted) }),
  }
}

export function shippingRuleOf({ freeFrom, fee }: Settings['shipping']): ShippingRule {
  return { freeFrom: paiseFromRupees(freeFrom), fee: paiseFromRupees(fee) }
}

/** The studio's hours for the clock of a quotation. */
export function studioHoursOf({ week, holidays }: Settings['hours']): StudioHours {
  return {
    week: week.map((day) => day && { opens: minutesOf(day.opens), closes: minutesOf(day.closes) }),
    holidays: holidayDays({ holidays }),
  }
}

/** Days (2026-11-08), and those of every year without it (01-26). */
export function holidayDays({ holidays }: Pick<Settings['hours'], 'holidays'>): string[] {
  return holidays.map(({ day, everyYear }) => (everyYear ? day.slice(5) : day))
}

function minutesOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number)
  return hours * 60 + minutes
}
