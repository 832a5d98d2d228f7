import {
  CONCENTRATION,
  describeStrength,
  FLAVOR_NAMES,
  FLAVORS,
  type Flavor,
  STRENGTH_PRESETS,
} from '#src/features/custom-orders/custom-order-options.ts'
import { chocolateColor, shadeColor } from '#src/features/custom-orders/preview/chocolate-colors.ts'
import { buildChocolateShape } from '#src/features/custom-orders/preview/chocolate-shapes.ts'
import type { BuilderTabProps } from './builder-state.ts'
import { OptionGroup, PictureRadio } from './option-fields.tsx'

export function FlavorTab({ draft, change }: BuilderTabProps) {
  return (
    <div className="grid gap-9">
      <OptionGroup legend="Choose your flavor" className="grid grid-cols-4 gap-y-2 min-[23rem]:grid-cols-5 sm:gap-x-1">
        {FLAVORS.map((flavor) => (
          <PictureRadio
            key={flavor}
            name="flavor"
            value={flavor}
            checked={draft.flavor === flavor}
            onChoose={() => change({ flavor })}
            picture={<Gem flavor={flavor} concentration={draft.concentration} />}
          >
            {FLAVOR_NAMES[flavor]}
          </PictureRadio>
        ))}
      </OptionGroup>
      <Strength concentration={draft.concentration} onChange={(concentration) => change({ concentration })} />
    </div>
  )
}

function Gem({ flavor, concentration }: { flavor: Flavor; concentration: number }) {
  const color = chocolateColor(flavor, concentration)
  return (
    <svg viewBox="-31 -31 62 62" aria-hidden="true" className="size-11 sm:size-13.5">
      {buildChocolateShape('gem').faces.map(({ light, d }) => (
        <path key={light} d={d} fill={shadeColor(color, light)} stroke={shadeColor(color, light)} strokeWidth="0.5" />
      ))}
    </svg>
  )
}

const THUMB =
  '[&::-webkit-slider-thumb]:size-5.5 [&::-webkit-slider-thumb]:rotate-45 [&::-webkit-slider-thumb]:appearance-none [&::-webkit-slider-thumb]:bg-gold-300 [&::-moz-range-thumb]:size-5.5 [&::-moz-range-thumb]:rotate-45 [&::-moz-range-thumb]:rounded-none [&::-moz-range-thumb]:border-0 [&::-moz-range-thumb]:bg-gold-300'

function Strength({ concentration, onChange }: { concentration: number; onChange: (concentration: number) => void }) {
  const { min, max, step } = CONCENTRATION
  const { label, taste } = describeStrength(concentration)
  const share = ((concentration - min) / (max - min)) * 100
  return (
    <div>
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <label htmlFor="custom-strength" className="font-display text-gold-300 text-heading">
          Strength
        </label>
        <output htmlFor="custom-strength" className="text-small">
          <span className="amount">{concentration} %</span> · {label},{' '}
          <span className="text-on-dark-muted">{taste}</span>
        </output>
      </div>
      <input
        id="custom-strength"
        type="range"
        {...{ min, max, step }}
        value={concentration}
        aria-valuetext={`${concentration} percent, ${label}`}
        onChange={(event) => onChange(event.target.valueAsNumber)}
        style={{ backgroundImage: `linear-gradient(90deg, var(--gold-300) ${share}%, var(--cocoa-600) 0)` }}
        className={`mt-2 h-11 w-full cursor-pointer appearance-none bg-[length:100%_4px] bg-center bg-no-repeat ${THUMB}`}
      />
      <div className="mt-1 flex justify-between gap-2">
        {STRENGTH_PRESETS.map((preset) => (
          <button
            key={preset.label}
            type="button"
            aria-pressed={concentration === preset.concentration}
            onClick={() => onChange(preset.concentration)}
            className="min-h-11 rounded-control px-2 text-on-dark-muted text-small transition-colors duration-150 ease-house hover:text-pearl aria-pressed:font-semibold aria-pressed:text-gold-300"
          >
            {preset.label}
            <span className="sr-only"> ({preset.concentration} %)</span>
          </button>
        ))}
      </div>
    </div>
  )
}
