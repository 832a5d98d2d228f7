import { type FormEvent, useId, useRef, useState } from 'react'
import { formatDay } from '#src/core/dates.ts'
import { usePromises, usePublicSettings } from '#src/features/settings/settings.queries.ts'
import { holidayDays } from '#src/features/settings/studio-hours.rules.ts'
import { Button } from '#src/ui/button.tsx'
import { controlClass } from '#src/ui/field.tsx'
import { type DeliveryEstimate as Estimate, estimateDelivery } from './delivery.rules.ts'

/** When the parcel would be there, by PIN code. Worked out on the device: nobody is told where somebody lives. */
export function DeliveryEstimate() {
  const id = useId()
  // Kept by the browser: what is typed before this is alive stays.
  const typed = useRef<HTMLInputElement>(null)
  const [estimate, setEstimate] = useState<Estimate | null>(null)
  const { delivery, hours } = usePublicSettings()
  const promises = usePromises()
  const isWrong = estimate?.kind === 'not-a-pin'

  function submit(event: FormEvent) {
    event.preventDefault()
    setEstimate(estimateDelivery(typed.current?.value ?? '', new Date(), { delivery, holidays: holidayDays(hours) }))
  }
  return (
    <form noValidate onSubmit={submit} className="grid gap-1.5">
      <label htmlFor={id} className="font-semibold text-small">
        Delivery to PIN code
      </label>
      <div className="flex max-w-sm gap-2.5">
        <input
          ref={typed}
          id={id}
          type="text"
          inputMode="numeric"
          autoComplete="postal-code"
          placeholder="500001"
          maxLength={10}
          aria-describedby={`${id}-said`}
          aria-invalid={isWrong || undefined}
          className={`${controlClass} h-11 min-w-0`}
        />
        <Button type="submit" variant="secondary" size="small">
          Check
        </Button>
      </div>
      <p id={`${id}-said`} role="status" className={`text-small ${isWrong ? 'text-err' : 'text-cocoa-600'}`}>
        {estimate ? textOf(estimate) : `Expected delivery in ${promises.delivery}.`}
      </p>
    </form>
  )
}

function textOf(estimate: Estimate): string {
  switch (estimate.kind) {
    case 'days': {
      const { place, from, to } = estimate
      return from === to
        ? `${place}: expected on ${formatDay(from)}.`
        : `${place}: expected between ${formatDay(from)} and ${formatDay(to)}.`
    }
    case 'by-arrangement':
      return estimate.text
    case 'not-a-pin':
      return 'A PIN code has six digits.'
  }
}
