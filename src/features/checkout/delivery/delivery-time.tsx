import { formatDay } from '#src/core/dates.ts'
import type { DeliveryOffer } from '#src/features/orders/delivery/delivery.contract.ts'
import { DayCalendar } from './day-calendar.tsx'
import { RadioCard } from './radio-card.tsx'
import { type CheckoutDelivery, useArrivalFormat } from './use-delivery-choice.ts'

type DeliveryTimeProps = { delivery: CheckoutDelivery; offer: DeliveryOffer }

/** As soon as possible, or on a day of the calendar. */
export function DeliveryTime({ delivery, offer }: DeliveryTimeProps) {
  const { wish, change, choice } = delivery
  const formatArrival = useArrivalFormat()
  const wantsDay = wish.when === 'day'
  return (
    <fieldset className="grid gap-2.5">
      <legend className="mb-2.5 font-semibold text-small">When</legend>
      <RadioCard
        name="when"
        title={`As soon as possible${offer.promise ? ` (${daysText(offer.promise)})` : ''}`}
        checked={!wantsDay}
        onChange={() => change({ when: 'soonest' })}
      />
      <RadioCard
        name="when"
        title="Choose a day"
        checked={wantsDay}
        onChange={() => change({ when: 'day', deliverOn: '' })}
      />
      {wantsDay && (
        <div className="grid gap-4 pt-2">
          <DayCalendar
            days={offer.days}
            isPickup={offer.method === 'pickup'}
            chosen={choice?.window?.to}
            onChoose={(deliverOn) => change({ deliverOn })}
          />
          <p role="status" className="font-semibold">
            {choice?.window ? `${formatArrival(offer, choice.window)}.` : 'No day is chosen yet.'}
            {choice?.window && wish.heat === 'cool-pack' && choice.heat && !choice.needsCoolPack && COOL_ENOUGH}
          </p>
        </div>
      )}
    </fieldset>
  )
}

const COOL_ENOUGH = ' It is cooler then, so you need no cool pack.'

const daysText = ({ from, to }: { from: string; to: string }) =>
  from === to ? formatDay(from) : `${formatDay(from)} to ${formatDay(to)}`
