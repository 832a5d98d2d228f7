import { OCCASION_NAMES, OCCASIONS } from '#src/features/custom-orders/custom-order-options.ts'
import { NeededByAnswer, NeededByField } from '#src/features/custom-orders/needed-by/needed-by-field.tsx'
import { useReadyDay } from '#src/features/custom-orders/needed-by/ready-day.queries.ts'
import { Field, TextAreaField } from '#src/ui/forms/field.tsx'
import { SelectField } from '#src/ui/forms/select.tsx'
import type { BuilderTabProps } from './builder-state.ts'
import { OptionGroup } from './option-fields.tsx'

export function DetailsTab({ draft, change, refused }: BuilderTabProps) {
  return (
    <OptionGroup legend="Make it personal" className="grid gap-5 sm:grid-cols-2">
      <Field
        label="Name of your chocolate (optional)"
        name="name"
        maxLength={100}
        autoComplete="off"
        value={draft.name}
        onChange={(event) => change({ name: event.target.value })}
      />
      <SelectField
        label="Occasion (optional)"
        className="[&_svg]:text-cocoa-900"
        name="occasion"
        value={draft.occasion}
        onChange={({ target }) => change({ occasion: OCCASIONS.find((id) => id === target.value) ?? '' })}
      >
        <option value="">No special occasion</option>
        {OCCASIONS.map((occasion) => (
          <option key={occasion} value={occasion}>
            {OCCASION_NAMES[occasion]}
          </option>
        ))}
      </SelectField>
      <NeededByField neededBy={draft.neededBy} error={refused?.neededBy} onChange={(neededBy) => change({ neededBy })}>
        <WhenReady draft={draft} />
      </NeededByField>
      <TextAreaField
        label="Message on a card (optional)"
        name="message"
        maxLength={2000}
        value={draft.message}
        onChange={(event) => change({ message: event.target.value })}
        className="sm:col-span-2"
      />
    </OptionGroup>
  )
}

function WhenReady({ draft: { neededBy, quantity } }: Pick<BuilderTabProps, 'draft'>) {
  const found = useReadyDay({ quantity })
  const lateClass = 'border-gold-300 border-l-2 pl-3 font-medium text-gold-300'
  return found && <NeededByAnswer {...{ neededBy, found, lateClass }} className="text-on-dark-muted" />
}
