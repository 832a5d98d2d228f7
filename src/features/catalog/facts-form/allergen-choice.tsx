import { useId, useState } from 'react'
import { ALLERGEN_NAMES, ALLERGENS, type Allergen } from '#src/features/catalog/food/allergens.ts'
import { CheckboxField } from '#src/ui/forms/checkbox-field.tsx'
import { fieldName, NONE } from './read-facts.ts'

type AllergenChoiceProps = {
  legend: string
  fact: 'contains' | 'mayContain'
  known: readonly Allergen[] | undefined
  error: string | undefined
}

/** Nothing chosen is unknown, which is less than "None of these". */
export function AllergenChoice({ legend, fact, known, error }: AllergenChoiceProps) {
  const [chosen, setChosen] = useState<readonly string[]>(known?.length === 0 ? [NONE] : (known ?? []))
  const errorId = useId()
  const bind = (value: string) => ({
    name: fieldName(fact),
    value,
    checked: chosen.includes(value),
    onChange: () => setChosen(toggled(chosen, value)),
    'aria-invalid': error ? true : undefined,
    'aria-describedby': error && errorId,
  })
  return (
    <fieldset className="min-w-0 sm:col-span-2">
      <legend className="font-semibold text-small">{legend}</legend>
      <div className="grid grid-cols-2 gap-x-5 sm:grid-cols-4">
        {ALLERGENS.map((allergen) => (
          <CheckboxField key={allergen} label={ALLERGEN_NAMES[allergen]} {...bind(allergen)} />
        ))}
        <CheckboxField label="None of these" className="col-span-2" {...bind(NONE)} />
      </div>
      {error && (
        <p id={errorId} className="font-medium text-err text-meta">
          {error}
        </p>
      )}
    </fieldset>
  )
}

function toggled(chosen: readonly string[], value: string): string[] {
  if (chosen.includes(value)) return chosen.filter((one) => one !== value)
  return value === NONE ? [NONE] : [...chosen.filter((one) => one !== NONE), value]
}
