import type { DeliveryMethod } from '#src/core/delivery/delivery-rules.ts'
import type { DeliveryWindow } from '#src/core/delivery/delivery-window.ts'
import { type Paise, paiseFromRupees } from '#src/core/money.ts'
import type { Delivery, DeliveryOffer } from '#src/features/orders/delivery/delivery.contract.ts'
import { Price } from '#src/ui/price.tsx'
import { RadioCard } from './radio-card.tsx'
import { type CheckoutDelivery, useArrivalFormat } from './use-delivery-choice.ts'

const TITLES: Record<DeliveryMethod, string> = {
  courier: 'By courier',
  'same-day': 'Today, by our own rider',
  pickup: 'Pick up at the studio',
}

type MethodsProps = { delivery: CheckoutDelivery; answer: Delivery; subtotal: Paise }

/** The ways of delivery with their prices. One way alone needs no choice. */
export function DeliveryMethods({ delivery: { wish, choice, change }, answer, subtotal }: MethodsProps) {
  const { offers } = answer
  const windowOf = (offer: DeliveryOffer) => (offer === choice?.offer ? choice.window : offer.promise)
  const [only] = offers
  if (!only) return null
  if (offers.length === 1 && only.method === wish.deliveryMethod)
    return <OnlyMethod offer={only} window={windowOf(only)} subtotal={subtotal} />
  return (
    <fieldset className="grid gap-2.5">
      <legend className="mb-2.5 font-semibold text-small">How</legend>
      {offers.map((offer) => (
        <RadioCard
          key={offer.method}
          name="deliveryMethod"
          title={TITLES[offer.method]}
          aside={<MethodPrice offer={offer} subtotal={subtotal} />}
          checked={wish.deliveryMethod === offer.method}
          disabled={offer.method !== 'courier' && offer.promise === null}
          onChange={() => change({ deliveryMethod: offer.method })}
        >
          <MethodWords offer={offer} window={windowOf(offer)} />
        </RadioCard>
      ))}
    </fieldset>
  )
}

type OnlyMethodProps = { offer: DeliveryOffer; window: DeliveryWindow | null; subtotal: Paise }

function OnlyMethod({ offer, window, subtotal }: OnlyMethodProps) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <p>
        <span className="font-semibold">{TITLES[offer.method]}</span>
        <span className="grid text-cocoa-600 text-small">
          <MethodWords offer={offer} window={window} />
        </span>
      </p>
      <MethodPrice offer={offer} subtotal={subtotal} />
    </div>
  )
}

function MethodWords({ offer, window }: Omit<OnlyMethodProps, 'subtotal'>) {
  const formatArrival = useArrivalFormat()
  return (
    <>
      {offer.text && <span>{offer.text}</span>}
      {window && <span>{formatArrival(offer, window)}</span>}
    </>
  )
}

function MethodPrice({ offer: { fee, freeFrom }, subtotal }: { offer: DeliveryOffer; subtotal: Paise }) {
  const isFree = fee === 0 || (freeFrom !== null && subtotal >= paiseFromRupees(freeFrom))
  return isFree ? <span className="font-semibold text-ok">FREE</span> : <Price rupees={fee} />
}
