import { useWatch } from 'react-hook-form'
import { shopDay } from '#src/core/dates.ts'
import { addDays } from '#src/core/delivery/business-days.ts'
import type { HeatChoice } from '#src/core/delivery/delivery-rules.ts'
import { counted } from '#src/core/words.ts'
import { RadioCard } from '#src/features/checkout/delivery/radio-card.tsx'
import { CheckoutSection } from '#src/features/checkout/form/form-sections.tsx'
import { bindField, type CheckoutFormMethods } from '#src/features/checkout/form/use-checkout-form.ts'
import type { PricedParcel } from '#src/features/orders/parcels/parcels.contract.ts'
import { Field } from '#src/ui/forms/field.tsx'
import { toHeatQuestion } from './parcels-order.ts'

type ParcelsDeliveryProps = { form: CheckoutFormMethods; parcels: readonly PricedParcel[] }

/** When the parcels arrive, and how those are sent for which it is too hot. */
export function ParcelsDelivery({ form, parcels }: ParcelsDeliveryProps) {
  return (
    <CheckoutSection title="Delivery">
      <div className="grid gap-7 sm:col-span-2">
        <p className="text-cocoa-600">Every parcel goes by courier. Its days of arrival are beside the person.</p>
        <HeatChoices form={form} parcels={parcels} />
        <DayChoice form={form} />
      </div>
    </CheckoutSection>
  )
}

const WAYS: Record<HeatChoice, string> = {
  'cool-pack': 'Send them with a cool pack',
  wait: 'Wait until it is cooler',
}

function HeatChoices({ form, parcels }: ParcelsDeliveryProps) {
  const chosen = useWatch({ control: form.control, name: 'heat' })
  const { count, choices } = toHeatQuestion(parcels)
  if (count === 0) return null
  return (
    <fieldset className="grid gap-2.5">
      <legend className="mb-1 font-semibold text-small">Heat on the way</legend>
      <p className="mb-1.5 max-w-prose text-cocoa-600 text-small">
        It is too hot for {counted(count, 'parcel')} to go without cooling.
      </p>
      {choices.map((heat) => (
        <RadioCard key={heat} value={heat} title={WAYS[heat]} checked={chosen === heat} {...form.register('heat')} />
      ))}
    </fieldset>
  )
}

function DayChoice({ form }: { form: CheckoutFormMethods }) {
  const when = useWatch({ control: form.control, name: 'when' })
  return (
    <fieldset className="grid gap-2.5">
      <legend className="mb-2.5 font-semibold text-small">When</legend>
      <RadioCard value="soonest" title="As soon as possible" checked={when === 'soonest'} {...form.register('when')} />
      <RadioCard value="day" title="On one day for everybody" checked={when === 'day'} {...form.register('when')} />
      {when === 'day' && (
        <Field
          label="Day of delivery"
          type="date"
          min={addDays(shopDay(new Date()), 1)}
          className="max-w-xs"
          {...bindField(form, 'deliverOn')}
        />
      )}
      <p className="text-cocoa-600 text-small">A day that you choose for one person is used instead.</p>
    </fieldset>
  )
}
