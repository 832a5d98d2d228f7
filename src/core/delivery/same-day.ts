import { minutesOfShopDay, shopDay } from '../dates.ts'
import { type DeliveryRules, NO_LOAD, type Parcel } from './delivery-rules.ts'
import { blockedDeliveryReason } from './delivery-window.ts'
import { isFullDay, nextDispatchDay, readyDay } from './dispatch-days.ts'
import { formatMinutes } from './studio-hours.ts'

type SameDayRefusal = 'not-offered' | 'closed' | 'too-late' | 'not-ready' | 'full'

/** Why a parcel that is ordered now cannot leave and arrive today; undefined if it can. */
export function refuseSameDay(parcel: Parcel, rules: DeliveryRules, load = NO_LOAD): SameDayRefusal | undefined {
  if (!offersSameDay(parcel.pincode, rules)) return 'not-offered'
  const today = shopDay(parcel.orderedAt)
  if (nextDispatchDay(today, rules, NO_LOAD) !== today) return 'closed'
  const { orderedAt, pincode } = parcel
  const isLate = readyDay({ orderedAt, pincode }, rules, NO_LOAD) > today
  if (isLate || minutesOfShopDay(orderedAt) >= rules.sameDay.cutOff) return 'too-late'
  if (readyDay(parcel, rules, load) > today) return 'not-ready'
  return isFullDay(today, rules, load) ? 'full' : undefined
}

/** The reason in words, with the last time to order on other days. */
export function sameDayRefusalText(refusal: SameDayRefusal, { sameDay, cutOff }: DeliveryRules): string {
  const otherDays = `On other days, order by ${formatMinutes(Math.min(sameDay.cutOff, cutOff))}.`
  const texts: Record<SameDayRefusal, string> = {
    'not-offered': 'We do not deliver on the same day to this PIN code at the moment.',
    closed: `Not possible today: we send nothing today. ${otherDays}`,
    'too-late': `Too late for today. ${otherDays}`,
    'not-ready': 'Not possible today: your chocolate is not ready yet.',
    full: `Not possible today: the day is full. ${otherDays}`,
  }
  return texts[refusal]
}

function offersSameDay(pincode: string, { sameDay, blocked, dispatch }: DeliveryRules): boolean {
  const isServed = sameDay.isOffered && sameDay.prefixes.some((prefix) => pincode.startsWith(prefix))
  return isServed && dispatch.busyDays === 0 && blockedDeliveryReason(pincode, blocked) === undefined
}
