import type { HeatChoice } from '#src/core/delivery/delivery-rules.ts'
import { type DeliveryWindow, formatDeliveryWindow } from '#src/core/delivery/delivery-window.ts'
import { KEEPS_TOO_SHORT } from '#src/core/delivery/heat.ts'
import type { Delivery } from '#src/features/orders/delivery/delivery.contract.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { Price } from '#src/ui/price.tsx'
import { RadioCard } from './radio-card.tsx'
import type { CheckoutDelivery } from './use-delivery-choice.ts'

type HeatProps = { delivery: CheckoutDelivery; heat: NonNullable<Delivery['heat']> }

/** Asks how chocolate is sent that would melt on its way. */
export function DeliveryHeat({ delivery, heat }: HeatProps) {
  const { wish, change, answer } = delivery
  const ways: { heat: HeatChoice; title: string; window: DeliveryWindow | null; fee: number }[] = [
    { heat: 'cool-pack', title: 'Send it with a cool pack', window: heat.coolPack, fee: heat.fee },
    { heat: 'wait', title: 'Wait until it is cooler', window: heat.wait, fee: 0 },
  ]
  const possible = ways.filter(({ window }) => window !== null)
  const canPickUp = answer?.offers.some(({ method, promise }) => method === 'pickup' && promise !== null)
  return (
    <fieldset className="grid gap-2.5">
      <legend className="mb-1 font-semibold text-small">Heat on the way</legend>
      <p className="mb-1.5 max-w-prose text-cocoa-600 text-small">
        It is up to {heat.celsius} °C in {heat.place}, too hot for this chocolate without cooling.
        {possible.length === 0 && ' We cannot send it there.'}
        {heat.keepsTooShort && ` ${KEEPS_TOO_SHORT}`}
      </p>
      {possible.map(({ heat: chosen, title, window, fee }) => (
        <RadioCard
          key={chosen}
          name="heat"
          title={title}
          aside={fee > 0 && <Price rupees={fee} />}
          checked={wish.heat === chosen}
          onChange={() => change({ heat: chosen })}
        >
          {window && <span>Arrives {formatDeliveryWindow(window)}</span>}
          {chosen === 'wait' && <span>Until we pack it, you can cancel it for a full refund.</span>}
        </RadioCard>
      ))}
      {possible.length === 0 && canPickUp && (
        <Button variant="secondary" size="small" onClick={() => change({ deliveryMethod: 'pickup' })}>
          Pick it up at the studio
        </Button>
      )}
    </fieldset>
  )
}
