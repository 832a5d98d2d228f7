import { CLAIM_NAMES, type ClaimName } from '#src/features/settings/setting-names.ts'
import { formatClaim } from '#src/features/settings/shop-promises.ts'
import { CheckboxField } from '#src/ui/forms/checkbox-field.tsx'
import { Field } from '#src/ui/forms/field.tsx'
import type { FieldsProps } from './fields-props.ts'

export function ClaimsFields({ value, set, wrong }: FieldsProps<'claims'>) {
  return CLAIM_NAMES.map((name) => (
    <ClaimFields
      key={name}
      claim={value[name]}
      change={(part) => set({ ...value, [name]: { ...value[name], ...part } })}
      wrong={(field) => wrong(`${name}.${field}`)}
    />
  ))
}

type Claim = FieldsProps<'claims'>['value'][ClaimName]
type ClaimFieldsProps = {
  claim: Claim
  change: (part: Partial<Claim>) => void
  wrong: (field: keyof Claim) => string | undefined
}

function ClaimFields({ claim, change, wrong }: ClaimFieldsProps) {
  return (
    <fieldset className="grid gap-4 border border-line bg-white p-4 sm:grid-cols-[9rem_minmax(0,1fr)] sm:p-5">
      <legend className="sr-only">{formatClaim(claim)}</legend>
      <Field
        label="Figure"
        value={claim.figure}
        maxLength={40}
        error={wrong('figure')}
        onChange={(event) => change({ figure: event.target.value })}
      />
      <Field
        label="Of what"
        value={claim.of}
        maxLength={80}
        error={wrong('of')}
        onChange={(event) => change({ of: event.target.value })}
      />
      <Field
        label="Source"
        value={claim.source}
        maxLength={300}
        placeholder="How you can prove it"
        error={wrong('source')}
        onChange={(event) => change({ source: event.target.value })}
        className="sm:col-span-2"
      />
      <CheckboxField
        label="Shown to visitors"
        checked={claim.isShown}
        onChange={(event) => change({ isShown: event.target.checked })}
        className="sm:col-span-2"
      />
    </fieldset>
  )
}
