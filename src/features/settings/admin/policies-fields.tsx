import { POLICY_NAMES, POLICY_TITLES, type PolicyName } from '#src/features/settings/setting-names.ts'
import { CheckboxField } from '#src/ui/forms/checkbox-field.tsx'
import { Field, TextAreaField } from '#src/ui/forms/field.tsx'
import type { FieldsProps } from './fields-props.ts'

export function PoliciesFields({ value, set, wrong }: FieldsProps<'policies'>) {
  return (
    <>
      {POLICY_NAMES.map((name) => (
        <PolicyFields key={name} name={name} value={value} set={set} wrong={wrong} />
      ))}
      <fieldset className="grid gap-3 border border-line bg-white p-4 sm:p-5">
        <legend className="sr-only">Privacy</legend>
        <p className="font-semibold">Privacy</p>
        <p className="text-cocoa-600 text-small">
          This text is part of the shop, because it says what data the shop stores.{' '}
          <a
            href="/about#privacy"
            target="_blank"
            rel="noopener"
            className="font-semibold underline underline-offset-4"
          >
            Read it on the About page
          </a>
        </p>
        <CheckboxField
          label="I have read this"
          checked={value.privacy.isConfirmed}
          onChange={(event) => set({ ...value, privacy: { isConfirmed: event.target.checked } })}
        />
      </fieldset>
      {wrong('policies') && <p className="font-medium text-err text-meta">{wrong('policies')}</p>}
    </>
  )
}

function PolicyFields({ name, value, set, wrong }: FieldsProps<'policies'> & { name: PolicyName }) {
  const policy = value[name]
  const change = (part: Partial<typeof policy>) => set({ ...value, [name]: { ...policy, ...part } })
  return (
    <fieldset className="grid gap-3 border border-line bg-white p-4 sm:p-5">
      <legend className="sr-only">{POLICY_TITLES[name]}</legend>
      <TextAreaField
        label={POLICY_TITLES[name]}
        hint="An empty line begins a paragraph, “# ” a heading, “- ” an entry of a list."
        rows={14}
        maxLength={10_000}
        value={policy.text}
        error={wrong(`${name}.text`)}
        onChange={(event) => change({ text: event.target.value })}
      />
      <CheckboxField
        label="I have read this, and the shop keeps to it"
        checked={policy.isConfirmed}
        onChange={(event) => change({ isConfirmed: event.target.checked })}
      />
    </fieldset>
  )
}

export function FounderFields({ value, set, wrong }: FieldsProps<'founder'>) {
  return (
    <>
      <Field
        label="Name"
        value={value.name}
        maxLength={100}
        error={wrong('name')}
        onChange={(event) => set({ ...value, name: event.target.value })}
      />
      <TextAreaField
        label="In their words"
        hint="A short text: where they come from, and why they make chocolate."
        rows={6}
        maxLength={1500}
        value={value.text}
        error={wrong('text')}
        onChange={(event) => set({ ...value, text: event.target.value })}
      />
    </>
  )
}
