import { formatFullDay } from '#src/core/dates.ts'
import { formatPrice } from '#src/core/money.ts'
import { counted } from '#src/core/words.ts'
import type { StatusTone } from '#src/ui/status-badge.tsx'
import type { AdminPromotion } from './admin-promotions.contract.ts'

export const PROMOTION_STATE_BADGES: Record<AdminPromotion['state'], { name: string; tone: StatusTone }> = {
  running: { name: 'Running', tone: 'ok' },
  'to-come': { name: 'Upcoming', tone: 'info' },
  'used-up': { name: 'Used up', tone: 'warn' },
  ended: { name: 'Ended', tone: 'neutral' },
}

export function discountText({ percent, amount, minSubtotal }: AdminPromotion): string {
  const off = amount === null ? `${percent} %` : formatPrice(amount)
  return minSubtotal > 0 ? `${off} from a subtotal of ${formatPrice(minSubtotal)}` : off
}

export function daysText({ startsOn, lastDay }: Pick<AdminPromotion, 'startsOn' | 'lastDay'>): string {
  if (startsOn && lastDay) return `${formatFullDay(startsOn)} to ${formatFullDay(lastDay)}`
  if (startsOn) return `From ${formatFullDay(startsOn)}`
  return lastDay ? `Until ${formatFullDay(lastDay)}` : 'Always'
}

export function usesText({ used, maxUses }: Pick<AdminPromotion, 'used' | 'maxUses'>): string {
  return maxUses === null ? `Used ${counted(used, 'time')}` : `Used ${used} of ${maxUses}`
}
