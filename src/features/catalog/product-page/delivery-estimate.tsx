import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useRef, useState } from 'react'
import { parsePincode } from '#src/core/delivery-promise.ts'
import { deliveryQuery, deliveryText } from '#src/features/orders/dispatch/delivery.queries.ts'
import { usePromises } from '#src/features/settings/settings.queries.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { controlClass } from '#src/ui/forms/field.tsx'

export function DeliveryEstimate() {
  const id = useId()
  // Uncontrolled, so that input typed before hydration stays.
  const typed = useRef<HTMLInputElement>(null)
  const [pincode, setPincode] = useState<string>()
  const { delivery } = usePromises()
  const { data, error } = useQuery(deliveryQuery({ pincode: pincode ?? '' }))
  const isWrong = pincode !== undefined && !parsePincode(pincode)

  function submit(event: FormEvent) {
    event.preventDefault()
    setPincode(typed.current?.value ?? '')
  }

  function answer(): string {
    if (isWrong) return 'A PIN code has six digits.'
    if (data?.kind === 'days') return `${data.place}: ${deliveryText(data, 'expected')}.`
    if (data) return data.text
    return error ? 'We could not check this PIN code. Please try again.' : `Expected delivery in ${delivery}.`
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
        {answer()}
      </p>
    </form>
  )
}
