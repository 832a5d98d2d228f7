import { type FormEvent, useId, useRef, useState } from 'react'
import {
  type DeliveryPromise,
  formatDeliveryWindow,
  parsePincode,
  promiseDelivery,
} from '#src/core/delivery-promise.ts'
import { usePromises, usePublicSettings } from '#src/features/settings/settings.queries.ts'
import { toDeliveryRules } from '#src/features/settings/settings-rules.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { controlClass } from '#src/ui/forms/field.tsx'

/** Calculated on the device: the PIN code is sent nowhere. */
export function DeliveryEstimate() {
  const id = useId()
  // Uncontrolled, so that input typed before hydration stays.
  const typed = useRef<HTMLInputElement>(null)
  const [estimate, setEstimate] = useState<DeliveryPromise | 'not-a-pin' | null>(null)
  const rules = toDeliveryRules(usePublicSettings())
  const promises = usePromises()
  const isWrong = estimate === 'not-a-pin'

  function submit(event: FormEvent) {
    event.preventDefault()
    const pincode = parsePincode(typed.current?.value ?? '')
    setEstimate(pincode ? promiseDelivery({ orderedAt: new Date(), pincode }, rules) : 'not-a-pin')
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

function textOf(estimate: DeliveryPromise | 'not-a-pin'): string {
  if (estimate === 'not-a-pin') return 'A PIN code has six digits.'
  return estimate.kind === 'days' ? `${estimate.place}: expected ${formatDeliveryWindow(estimate)}.` : estimate.text
}
