import { NET_UNITS } from '#src/features/catalog/food/allergens.ts'
import type { FoodFacts } from '#src/features/catalog/food/food-facts.contract.ts'
import { Field } from '#src/ui/forms/field.tsx'
import { SelectField } from '#src/ui/forms/select.tsx'
import { fieldName } from './read-facts.ts'

type NetQuantityFieldsProps = { net?: FoodFacts['net']; wrong: Record<string, string | undefined> }

/** The net quantity of the label: amount, unit, and pieces if there are several. */
export function NetQuantityFields({ net, wrong }: NetQuantityFieldsProps) {
  const bind = (part: 'value' | 'unit' | 'pieces') => {
    const name = fieldName(`net.${part}`)
    return { name, defaultValue: net?.[part], error: wrong[name], autoComplete: 'off' }
  }
  return (
    <>
      <div className="grid grid-cols-2 gap-5">
        <Field label="Net quantity" inputMode="numeric" {...bind('value')} />
        <SelectField label="Unit" {...bind('unit')}>
          {NET_UNITS.map((unit) => (
            <option key={unit} value={unit}>
              {unit}
            </option>
          ))}
        </SelectField>
      </div>
      <Field
        label="Pieces in it"
        inputMode="numeric"
        hint="Only if there are several, such as 9 truffles."
        {...bind('pieces')}
      />
    </>
  )
}
