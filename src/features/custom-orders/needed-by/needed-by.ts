import { formatDay, shopDay } from '#src/core/dates.ts'
import { addDays } from '#src/core/delivery/business-days.ts'
import { formatDeliveryWindow } from '#src/core/delivery/delivery-window.ts'
import type { ReadyDay } from '#src/features/custom-orders/quotes/quotes.contract.ts'

export const firstNeededDay = (now: Date) => addDays(shopDay(now), 1)
export const lastNeededDay = (now: Date) => addDays(shopDay(now), 365)

/** Explains why nothing can be needed by this day; undefined if it can. */
export function neededByProblem(day: string, now: Date): string | undefined {
  if (day < firstNeededDay(now)) return 'Please choose a day from tomorrow on.'
  if (day > lastNeededDay(now)) return 'Please choose a day within the next year.'
  return undefined
}

/** `unsure` depends on the place of delivery. */
export type Punctuality = 'late' | 'unsure' | 'in-time'

export function judgeNeededBy(neededBy: string, { readyOn, to }: ReadyDay): Punctuality {
  if (readyOn > neededBy) return 'late'
  return to > neededBy ? 'unsure' : 'in-time'
}

/** For someone who composes a chocolate; its place of delivery is not known yet. */
export function wishText(neededBy: string, found: ReadyDay, delivery: string): string {
  const after = `delivery takes ${delivery} more`
  const ready = formatDay(found.readyOn)
  const texts: Record<Punctuality, string> = {
    late: `We cannot have it ready by ${formatDay(neededBy)}. The nearest day is ${ready}, and ${after}. You can still send your request: we will tell you the nearest day in our quotation.`,
    unsure: `It can be ready on ${ready}, and ${after}. Your place decides whether it arrives in time: our quotation will tell you.`,
    'in-time': `We can do that. It can be ready on ${ready}, and ${after}.`,
  }
  return texts[judgeNeededBy(neededBy, found)]
}

/** For the customer of a quotation before the PIN code is known. */
export function neededByText(neededBy: string, found: ReadyDay): string {
  const need = `You need it by ${formatDay(neededBy)}.`
  const texts: Record<Punctuality, string> = {
    late: `${need} The earliest we can have it ready is ${formatDay(found.readyOn)}.`,
    unsure: `${need} Your PIN code decides whether it arrives in time.`,
    'in-time': `${need} It will be with you in time if you pay now.`,
  }
  return texts[judgeNeededBy(neededBy, found)]
}

type Arrival = { from: string; to: string }

/** For the customer of a quotation who has typed a PIN code. */
export function arrivalText(neededBy: string, arrival: Arrival): string {
  const need = `You need it by ${formatDay(neededBy)}.`
  if (arrival.from > neededBy) return `${need} It reaches you later, ${formatDeliveryWindow(arrival)}.`
  if (arrival.to > neededBy) return `${need} It may come later: we expect it ${formatDeliveryWindow(arrival)}.`
  return `${need} It will be with you in time.`
}

/** Tells the admin who writes a quotation which of its promises cannot be kept. */
export function quoteTimingProblems(
  { readyOn, neededBy }: { readyOn: string; neededBy: string | null },
  found: ReadyDay,
): string[] {
  const ready = `Ready on ${formatDay(found.readyOn)}`
  const arrives = `${ready}, it arrives ${formatDeliveryWindow(found)} at places without a zone.`
  return [
    ...(found.readyOn > readyOn
      ? [
          `With the hours planned already it cannot be ready on ${formatDay(readyOn)}. The nearest day is ${formatDay(found.readyOn)}.`,
        ]
      : []),
    ...(neededBy !== null && found.to > neededBy
      ? [`The customer needs it by ${formatDay(neededBy)}. ${arrives}`]
      : []),
  ]
}
