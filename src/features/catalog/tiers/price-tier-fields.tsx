import { useState } from 'react'
import { MAX_PRICE_TIERS } from '#src/core/shop-policy.ts'
import { readTypedWhole } from '#src/core/typed-numbers.ts'
import { FormSection } from '#src/features/catalog/facts-form/form-section.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { Field } from '#src/ui/forms/field.tsx'
import type { PriceTier } from './price-tiers.contract.ts'

type PriceTierFieldsProps = {
  tiers: readonly PriceTier[]
  isSize: boolean
  wrong: Record<string, string | undefined>
}

export function PriceTierFields({ tiers, isSize, wrong }: PriceTierFieldsProps) {
  const [rows, setRows] = useState(() => tiers.map((tier, key) => ({ key, tier: tier as PriceTier | undefined })))
  const [nextKey, setNextKey] = useState(tiers.length)
  function add() {
    setRows([...rows, { key: nextKey, tier: undefined }])
    setNextKey(nextKey + 1)
  }
  return (
    <FormSection
      title="Price tiers"
      hint={`The more pieces someone buys, the less each costs.${isSize ? ' All sizes share these tiers, and their pieces count together.' : ''}`}
    >
      {rows.map(({ key, tier }, index) => (
        <TierRow
          key={key}
          name={`tier ${index + 1}`}
          tier={tier}
          wrongFrom={wrong[`tiers.${index}.from`]}
          wrongPercent={wrong[`tiers.${index}.percent`]}
          onRemove={() => setRows(rows.filter((row) => row.key !== key))}
        />
      ))}
      {wrong.tiers && <p className="col-span-full font-medium text-err text-meta">{wrong.tiers}</p>}
      {rows.length < MAX_PRICE_TIERS && (
        <Button variant="secondary" size="small" onClick={add} className="col-span-full justify-self-start">
          Add a tier
        </Button>
      )}
    </FormSection>
  )
}

type TierRowProps = {
  name: string
  tier: PriceTier | undefined
  wrongFrom: string | undefined
  wrongPercent: string | undefined
  onRemove: () => void
}

function TierRow({ name, tier, wrongFrom, wrongPercent, onRemove }: TierRowProps) {
  return (
    <div className="col-span-full grid grid-cols-[1fr_1fr_auto] items-start gap-x-4">
      <Field
        label="From pieces"
        name="tierFrom"
        inputMode="numeric"
        defaultValue={tier?.from}
        error={wrongFrom}
        autoComplete="off"
      />
      <Field
        label="Percent off"
        name="tierPercent"
        inputMode="numeric"
        defaultValue={tier?.percent}
        error={wrongPercent}
        autoComplete="off"
      />
      <Button variant="link" onClick={onRemove} aria-label={`Remove ${name}`} className="mt-8">
        Remove
      </Button>
    </div>
  )
}

export function readPriceTiers(form: FormData): PriceTier[] {
  const percents = form.getAll('tierPercent')
  return form.getAll('tierFrom').map((from, index) => ({
    from: readTypedWhole(String(from)),
    percent: readTypedWhole(String(percents[index])),
  }))
}
