import { useState } from 'react'

type QuantityStepperProps = {
  value: number
  onChange: (value: number) => void
  /** The name of the group and of its number; say of what where a page has several. */
  label?: string
  min?: number
  max?: number
  size?: 'normal' | 'small'
  /** At the minimum the minus still works and asks for one less: the caller removes the thing. */
  removable?: boolean
  /** What typing something unreadable or too small counts as; without it such typing changes nothing. */
  unreadableCountsAs?: number
  disabled?: boolean
}

const SIZES = {
  normal: { box: 'h-13 grid-cols-[48px_56px_48px]', button: 'h-12.5 text-xl' },
  small: { box: 'h-11 grid-cols-[44px_44px_44px]', button: 'h-10.5 text-lg' },
}
const STEP =
  'grid place-items-center transition-colors duration-150 ease-house hover:bg-ivory focus-visible:-outline-offset-2 disabled:cursor-not-allowed disabled:text-line-strong disabled:hover:bg-transparent'

export function QuantityStepper(props: QuantityStepperProps) {
  const { value, onChange, label = 'Quantity', min = 1, max = Number.MAX_SAFE_INTEGER, size = 'normal' } = props
  // What is in the field while somebody types: an emptied field must not refill itself under the fingers.
  const [typed, setTyped] = useState<string | null>(null)

  function type(text: string) {
    setTyped(text)
    const isReadable = /^\d+$/.test(text.trim()) && Number(text) >= min
    const amount = isReadable ? Number(text) : props.unreadableCountsAs
    if (amount !== undefined && amount <= max) onChange(amount)
  }
  function step(by: 1 | -1) {
    setTyped(null)
    onChange(value + by)
  }

  const look = SIZES[size]
  return (
    <fieldset
      aria-label={label}
      className={`inline-grid w-fit shrink-0 items-center rounded-control border border-line-strong bg-white text-center ${look.box}`}
    >
      <button
        type="button"
        aria-label="Decrease quantity"
        disabled={props.disabled || (value <= min && !props.removable)}
        onClick={() => step(-1)}
        className={`${STEP} ${look.button}`}
      >
        −
      </button>
      <input
        type="number"
        inputMode="numeric"
        aria-label={label}
        min={min}
        max={props.max}
        disabled={props.disabled}
        value={typed ?? value}
        onChange={(event) => type(event.target.value)}
        onBlur={() => setTyped(null)}
        className="h-full w-full bg-transparent text-center font-semibold text-base tabular-nums [appearance:textfield] focus-visible:-outline-offset-2 [&::-webkit-inner-spin-button]:appearance-none [&::-webkit-outer-spin-button]:appearance-none"
      />
      <button
        type="button"
        aria-label="Increase quantity"
        disabled={props.disabled || value >= max}
        onClick={() => step(1)}
        className={`${STEP} ${look.button}`}
      >
        +
      </button>
    </fieldset>
  )
}
