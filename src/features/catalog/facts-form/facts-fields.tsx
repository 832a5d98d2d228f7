import { type FormEvent, useState } from 'react'
import type { FoodFacts } from '#src/features/catalog/food/food-facts.contract.ts'
import { missingFacts } from '#src/features/catalog/food/food-facts.ts'
import { ImageField } from '#src/features/catalog/images/image-field.tsx'
import { Field, TextAreaField } from '#src/ui/forms/field.tsx'
import { SelectField } from '#src/ui/forms/select.tsx'
import { AllergenChoice } from './allergen-choice.tsx'
import { FactsProgress } from './facts-progress.tsx'
import { FormSection } from './form-section.tsx'
import { NetQuantityFields } from './net-quantity-fields.tsx'
import { countableFacts, fieldName, NUTRIENTS, type Nutrient, readFactFields } from './read-facts.ts'

type Wrong = Record<string, string | undefined>
type FactsFieldsProps = { facts: FoodFacts; wrong: Wrong; onUploading: (isUploading: boolean) => void }

/** The fields of the food facts, with the list of missing ones. */
export function FactsFields({ facts, wrong, onUploading }: FactsFieldsProps) {
  const [typed, setTyped] = useState(() => countableFacts(facts))
  const [labelPicture, setLabelPicture] = useState(facts.labelPicture ?? '')
  const missing = missingFacts({ ...typed, labelPicture: labelPicture.trim() || undefined })
  function count({ currentTarget: { form } }: FormEvent<HTMLFieldSetElement>) {
    if (form) setTyped(countableFacts(readFactFields(new FormData(form))))
  }
  return (
    <fieldset onChange={count} className="grid min-w-0 gap-8 [&_:is(input,select,textarea)]:scroll-mt-40">
      <legend className="sr-only">Food facts</legend>
      <FactsProgress missing={missing} />
      <FormSection
        title="What is in it"
        hint="Copy it from the printed label. A live shop cannot sell this product until all facts above are filled in."
      >
        <ContentFields facts={facts} wrong={wrong} />
      </FormSection>
      <FormSection title="Keeping and nutrition">
        <KeepingFields facts={facts} wrong={wrong} />
        <ImageField
          name={fieldName('labelPicture')}
          label="Address of the label’s picture"
          upload="Upload the label"
          value={labelPicture}
          onChange={setLabelPicture}
          onUploading={onUploading}
          error={wrong[fieldName('labelPicture')]}
        />
      </FormSection>
    </fieldset>
  )
}

type PartProps = Pick<FactsFieldsProps, 'facts' | 'wrong'>

const bind = (wrong: Wrong, fact: string, defaultValue: string | number | undefined) => ({
  ...{ name: fieldName(fact), defaultValue, error: wrong[fieldName(fact)], autoComplete: 'off' },
})

function ContentFields({ facts, wrong }: PartProps) {
  const { genericName, diet, ingredients, contains, mayContain, net, mrp, cacaoPercent, origin } = facts
  return (
    <>
      <Field
        label="Generic name"
        hint="What it is, as on the label: Milk chocolate."
        {...bind(wrong, 'genericName', genericName)}
      />
      <SelectField label="Vegetarian or not" {...bind(wrong, 'diet', diet)}>
        <option value="">Please choose</option>
        <option value="veg">Vegetarian</option>
        <option value="nonveg">Non-vegetarian, or with egg</option>
      </SelectField>
      <TextAreaField
        label="Ingredients"
        className="sm:col-span-2"
        hint="The heaviest first, with the percentage of each ingredient that the name mentions."
        {...bind(wrong, 'ingredients', ingredients)}
      />
      <AllergenChoice
        legend="Contains"
        fact="contains"
        known={contains}
        error={wrong[fieldName('contains')] ?? wrong[fieldName('containsEgg')]}
      />
      <AllergenChoice
        legend="May contain"
        fact="mayContain"
        known={mayContain}
        error={wrong[fieldName('mayContain')]}
      />
      <NetQuantityFields net={net} wrong={wrong} />
      <Field label="MRP in rupees" inputMode="decimal" hint="With GST, as printed." {...bind(wrong, 'mrp', mrp)} />
      <Field label="Cacao (%)" inputMode="numeric" {...bind(wrong, 'cacaoPercent', cacaoPercent)} />
      <Field label="Country of origin" {...bind(wrong, 'origin', origin)} />
    </>
  )
}

function KeepingFields({ facts: { shelfLifeDays, storage, nutrition, serveGrams }, wrong }: PartProps) {
  return (
    <>
      <Field label="Shelf life in days" inputMode="numeric" {...bind(wrong, 'shelfLifeDays', shelfLifeDays)} />
      <Field label="Serving in grams" inputMode="numeric" {...bind(wrong, 'serveGrams', serveGrams)} />
      <TextAreaField label="Storage" rows={2} className="sm:col-span-2" {...bind(wrong, 'storage', storage)} />
      <fieldset className="min-w-0 sm:col-span-2">
        <legend className="mb-3 font-semibold text-small">Nutrition per 100 g</legend>
        <div className="grid grid-cols-2 gap-x-5 gap-y-3 sm:grid-cols-3">
          {(Object.keys(NUTRIENTS) as Nutrient[]).map((name) => (
            <Field
              key={name}
              label={NUTRIENTS[name]}
              inputMode="decimal"
              {...bind(wrong, `nutrition.${name}`, nutrition?.[name])}
            />
          ))}
        </div>
      </fieldset>
    </>
  )
}
