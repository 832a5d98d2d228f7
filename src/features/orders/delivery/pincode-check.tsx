import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { NOT_A_PINCODE, parsePincode } from '#src/core/delivery/delivery-window.ts'
import { usePromises } from '#src/features/settings/settings.queries.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { controlClass } from '#src/ui/forms/field.tsx'
import type { Delivery } from './delivery.contract.ts'
import { deliveryQuery, deliveryText, listProductIds } from './delivery.queries.ts'
import { usePincode } from './pincode-store.ts'

/** Says when these products would arrive at a PIN code, and what heat asks of them. */
export function PincodeCheck({ products }: { products: readonly number[] }) {
  const id = useId()
  // Uncontrolled, so that input typed before hydration stays.
  const typed = useRef<HTMLInputElement>(null)
  const { pincode, remember } = usePincode()
  const [isWrong, setWrong] = useState(false)
  const { deliveryWithArea } = usePromises()
  const { data, error } = useQuery(deliveryQuery({ pincode, products: listProductIds(products) }))
  useEffect(() => {
    if (typed.current?.value === '') typed.current.value = pincode
  }, [pincode])

  function submit(event: FormEvent) {
    event.preventDefault()
    const found = parsePincode(typed.current?.value ?? '')
    setWrong(found === undefined)
    if (found) remember(found)
  }

  function answer(): string {
    if (isWrong) return NOT_A_PINCODE
    if (data) return answerText(data)
    return error ? 'We could not check this PIN code. Please try again.' : `Expected delivery in ${deliveryWithArea}.`
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

function answerText(delivery: Delivery): string {
  if (delivery.heat) return delivery.heat.text
  return delivery.kind === 'days' ? `${delivery.place}: ${deliveryText(delivery, 'expected')}.` : delivery.text
}
