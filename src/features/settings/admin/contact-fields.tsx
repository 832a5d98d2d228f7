import { hasFssaiShape } from '#src/features/settings/tax-registration.ts'
import { Field } from '#src/ui/forms/field.tsx'
import { RepeatableRows } from '#src/ui/forms/repeatable-rows.tsx'
import type { FieldsProps } from './fields-props.ts'

export function ContactFields({ value, set, wrong }: FieldsProps<'contact'>) {
  const { address, phones, emails, fssai, gstin } = value
  return (
    <>
      <Field
        label="Studio address"
        value={address}
        maxLength={300}
        error={wrong('address')}
        onChange={(event) => set({ ...value, address: event.target.value })}
      />
      <Group title="Telephone numbers">
        <Problem text={phones.length === 0 ? wrong('phones.0') : undefined} />
        <RepeatableRows
          label="Telephone numbers"
          rows={phones.map((phone) => ({ phone }))}
          onChange={(rows) => set({ ...value, phones: rows.map(({ phone }) => phone) })}
          blank={{ phone: '' }}
          add="Add a number"
          nameOf={({ phone }) => phone}
          max={5}
        >
          {({ phone }, change, index) => (
            <Field
              label={`Number ${index + 1}`}
              type="tel"
              value={phone}
              maxLength={30}
              error={wrong(`phones.${index}`)}
              onChange={(event) => change({ phone: event.target.value })}
            />
          )}
        </RepeatableRows>
      </Group>
      <Group title="E-mail addresses">
        <Problem text={emails.length === 0 ? wrong('emails.0.email') : undefined} />
        <RepeatableRows
          label="E-mail addresses"
          rows={emails}
          onChange={(rows) => set({ ...value, emails: rows })}
          blank={{ of: '', email: '' }}
          add="Add an address"
          nameOf={({ email }) => email}
          max={6}
        >
          {(mailbox, change, index) => (
            <div className="grid gap-3 sm:grid-cols-2">
              <Field
                label="For"
                value={mailbox.of}
                maxLength={60}
                error={wrong(`emails.${index}.of`)}
                onChange={(event) => change({ of: event.target.value })}
              />
              <Field
                label="E-mail"
                type="email"
                value={mailbox.email}
                error={wrong(`emails.${index}.email`)}
                onChange={(event) => change({ email: event.target.value })}
              />
            </div>
          )}
        </RepeatableRows>
      </Group>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="FSSAI licence number"
          inputMode="numeric"
          value={fssai}
          maxLength={14}
          error={wrong('fssai')}
          hint={
            fssai.length === 14 && !hasFssaiShape(fssai)
              ? 'Most numbers begin with 1 or 2. Please check it.'
              : undefined
          }
          onChange={(event) => set({ ...value, fssai: event.target.value })}
        />
        <Field
          label="GSTIN"
          value={gstin}
          maxLength={15}
          autoCapitalize="characters"
          error={wrong('gstin')}
          onChange={(event) => set({ ...value, gstin: event.target.value.toUpperCase() })}
        />
      </div>
      <OfficerFields value={value} set={set} wrong={wrong} />
    </>
  )
}

function OfficerFields({ value, set, wrong }: FieldsProps<'contact'>) {
  const { grievanceOfficer } = value
  const field = (name: keyof typeof grievanceOfficer, label: string) => (
    <Field
      label={label}
      value={grievanceOfficer[name]}
      maxLength={100}
      error={wrong(`grievanceOfficer.${name}`)}
      onChange={(event) => set({ ...value, grievanceOfficer: { ...grievanceOfficer, [name]: event.target.value } })}
    />
  )
  return (
    <Group title="Grievance officer">
      <div className="grid gap-4 sm:grid-cols-2">
        {field('name', 'Name')}
        {field('designation', 'Designation')}
        {field('email', 'E-mail')}
        {field('phone', 'Telephone')}
      </div>
    </Group>
  )
}

/** For errors of an empty list, which has no row to show them. */
function Problem({ text }: { text: string | undefined }) {
  return text && <p className="mb-3 font-medium text-err text-meta">{text}</p>
}

function Group({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <fieldset>
      <legend className="mb-3 font-semibold">{title}</legend>
      {children}
    </fieldset>
  )
}
