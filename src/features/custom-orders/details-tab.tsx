import { Field, TextAreaField } from '#src/ui/field.tsx'
import { SelectField } from '#src/ui/select.tsx'
import { OCCASION_NAMES, OCCASIONS } from './custom-orders.rules.ts'
import type { DraftProps } from './draft.rules.ts'
import { Options } from './options.tsx'

export function DetailsTab({ draft, change }: DraftProps) {
  return (
    <Options legend="Make it personal" className="grid gap-5 sm:grid-cols-2">
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
      <TextAreaField
        label="Message on a card (optional)"
        name="message"
        maxLength={2000}
        value={draft.message}
        onChange={(event) => change({ message: event.target.value })}
        className="sm:col-span-2"
      />
    </Options>
  )
}
