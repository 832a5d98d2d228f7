import { formatDay } from '#src/core/dates.ts'
import { parsePincode } from '#src/core/delivery/delivery-window.ts'
import type { Paise } from '#src/core/money.ts'
import { CheckoutSection } from '#src/features/checkout/form/form-sections.tsx'
import { RefusalNotice } from '#src/features/checkout/form/refusal-notice.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { hasDays } from './delivery-choice.ts'
import { DeliveryHeat } from './delivery-heat.tsx'
import { DeliveryMethods } from './delivery-methods.tsx'
import { DeliveryTime } from './delivery-time.tsx'
import type { CheckoutDelivery } from './use-delivery-choice.ts'

type DeliveryFieldsProps = {
  delivery: CheckoutDelivery
  /** Of the goods; it decides whether delivery is free. */
  subtotal: Paise
}

/** How, when and how cool: everything that the shop offers for the PIN code. */
export function DeliveryFields({ delivery, subtotal }: DeliveryFieldsProps) {
  const { answer, choice } = delivery
  return (
    <CheckoutSection title="Delivery">
      <div className="grid gap-7 sm:col-span-2">
        <DeliveryNotice delivery={delivery} />
        {answer && choice ? (
          <>
            <DeliveryMethods delivery={delivery} answer={answer} subtotal={subtotal} />
            {choice.heat && <DeliveryHeat delivery={delivery} heat={choice.heat} />}
            {choice.isHeatSettled && hasDays(choice.offer) && <DeliveryTime delivery={delivery} offer={choice.offer} />}
          </>
        ) : (
          <p className="text-cocoa-600">{waitingText(delivery)}</p>
        )}
      </div>
    </CheckoutSection>
  )
}

function waitingText({ pincode, hasFailed }: CheckoutDelivery): string {
  if (!parsePincode(pincode)) return 'Enter the PIN code above, then choose here how and when the order is delivered.'
  return hasFailed
    ? 'We could not load the days of delivery. You can order all the same; we deliver as soon as possible.'
    : 'Looking up the days of delivery...'
}

function DeliveryNotice({ delivery: { refusal, choice, wish, change } }: { delivery: CheckoutDelivery }) {
  const message = refusal?.message ?? choice?.unavailable
  const nearest = choice?.nearestDay
  if (!message) return null
  return (
    <RefusalNotice refusal={refusal}>
      <p className="font-semibold text-warn">{message}</p>
      {nearest && nearest !== wish.deliverOn && (
        <Button variant="link" onClick={() => change({ deliverOn: nearest })}>
          Take {formatDay(nearest)}
        </Button>
      )}
    </RefusalNotice>
  )
}
