import { useId, useState } from 'react'
import { IconButton } from './button.tsx'

type QuantityStepperProps = {
  value: number
  onChange: (value: number) => void
  label?: string
  max?: number
  whyMax?: string
  size?: 'normal' | 'small'
  /** At one, minus still asks for zero: the caller removes the item. */
  removable?: boolean
  unreadableCountsAs?: number
  disabled?: boolean
}

const SIZES = {
  normal: 'grid-cols-[48px_56px_48px] *:h-12.5',
  small: 'grid-cols-[44px_44px_44px] *:h-11',
}

export function QuantityStepper(props: QuantityStepperProps) {
  const { value, onChange, label = 'Quantity', max = Number.MAX_SAFE_INTEGER, size = 'normal' } = props
  // The draft text: an emptied field must not refill while typing.
  const [typed, setTyped] = useState<string | null>(null)
  const [isRefused, setRefused] = useState(false)
  const refusal = useId()

  function type(text: string) {
    setTyped(text)
    const number = Number(text)
    const amount = Number.isInteger(number) && number >= 1 ? number : props.unreadableCountsAs
    const isTaken = amount !== undefined && amount <= max
    setRefused(!isTaken && text !== '' && props.max !== undefined)
    if (isTaken) onChange(amount)
  }
  function step(by: 1 | -1) {
    setTyped(null)
    setRefused(false)
    onChange(value + by)
  }

  return (
    <fieldset aria-label={label} disabled={props.disabled} className="w-min shrink-0">
      <div
        className={`grid rounded-control border border-line-strong bg-white text-xl *:w-full *:focus-visible:-outline-offset-2 ${SIZES[size]}`}
      >
        <IconButton label="Decrease quantity" disabled={value <= 1 && !props.removable} onClick={() => step(-1)}>
          −
        </IconButton>
        <input
          type="number"
          inputMode="numeric"
          aria-label={label}
          aria-describedby={isRefused ? refusal : undefined}
          min={1}
          max={props.max}
          value={typed ?? value}
          onChange={(event) => type(event.target.value)}
          onBlur={() => setTyped(null)}
          className="bg-transparent text-center font-semibold text-base tabular-nums [appearance:textfield] [&::-webkit-inner-spin-button]:appearance-none [&::-webkit-outer-spin-button]:appearance-none"
        />
        <IconButton label="Increase quantity" disabled={value >= max} onClick={() => step(1)}>
          +
        </IconButton>
      </div>
      {isRefused && (
        <p id={refusal} role="alert" className="mt-1.5 font-medium text-err text-meta">
          Please choose 1 to {max}
          {props.whyMax && `: ${props.whyMax}`}
        </p>
      )}
    </fieldset>
  )
}
