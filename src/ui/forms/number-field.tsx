import { type ComponentProps, useState } from 'react'
import { Field, type FieldText } from './field.tsx'

type NumberFieldProps = FieldText &
  Omit<ComponentProps<'input'>, 'value' | 'onChange'> & { value: number; onChange: (value: number) => void }

/** Keeps the typed text and reports its number, or NaN. */
export function NumberField({ value, onChange, ...field }: NumberFieldProps) {
  const [typed, setTyped] = useState(Number.isNaN(value) ? '' : String(value))
  return (
    <Field
      inputMode="decimal"
      autoComplete="off"
      {...field}
      value={typed}
      onChange={(event) => {
        setTyped(event.target.value)
        onChange(event.target.value.trim() === '' ? Number.NaN : Number(event.target.value))
      }}
    />
  )
}
