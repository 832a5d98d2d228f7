import { useId } from 'react'
import { COURIERS } from '#src/core/couriers.ts'
import type { Order, Tracking } from '#src/features/orders/orders.contract.ts'
import { Field } from '#src/ui/forms/field.tsx'

type TrackingFieldsProps = { tracking: Order['tracking']; required?: boolean }

export function TrackingFields({ tracking, required = false }: TrackingFieldsProps) {
  const couriers = useId()
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field
        label="Courier"
        name="courier"
        list={couriers}
        defaultValue={tracking?.courier}
        required={required}
        maxLength={60}
        autoComplete="off"
      />
      <Field
        label="Tracking number"
        name="number"
        defaultValue={tracking?.number}
        required={required}
        pattern="[A-Za-z0-9\- ]{5,40}"
        title="5 to 40 letters and digits"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <datalist id={couriers}>
        {COURIERS.map((courier) => (
          <option key={courier} value={courier} />
        ))}
      </datalist>
    </div>
  )
}

export function readTrackingFields(form: HTMLFormElement): Tracking | undefined {
  const typed = new FormData(form)
  const [courier, number] = [String(typed.get('courier')).trim(), String(typed.get('number')).trim()]
  return courier || number ? { courier, number } : undefined
}
