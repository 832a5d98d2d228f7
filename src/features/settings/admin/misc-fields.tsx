import { SMS_KINDS, SMS_TEMPLATES } from '#src/features/notifications/channels/sms-templates.ts'
import { NETWORK_NAMES, SOCIAL_NETWORKS } from '#src/features/settings/setting-names.ts'
import { Field } from '#src/ui/forms/field.tsx'
import { NumberField } from '#src/ui/forms/number-field.tsx'
import type { FieldsProps } from './fields-props.ts'

export function SocialFields({ value, set, wrong }: FieldsProps<'social'>) {
  return SOCIAL_NETWORKS.map((network) => (
    <Field
      key={network}
      label={NETWORK_NAMES[network]}
      type="url"
      inputMode="url"
      placeholder="https://"
      maxLength={300}
      value={value[network]}
      error={wrong(network)}
      onChange={(event) => set({ ...value, [network]: event.target.value })}
    />
  ))
}

export function ShippingFields({ value, set, wrong }: FieldsProps<'shipping'>) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <NumberField
        label="Free from a subtotal of (₹)"
        value={value.freeFrom}
        error={wrong('freeFrom')}
        onChange={(freeFrom) => set({ ...value, freeFrom })}
      />
      <NumberField
        label="Otherwise (₹)"
        value={value.fee}
        error={wrong('fee')}
        onChange={(fee) => set({ ...value, fee })}
      />
    </div>
  )
}

export function PaymentsFields({ value, set, wrong }: FieldsProps<'payments'>) {
  return (
    <NumberField
      label="Two admins confirm above (₹)"
      hint="Up to this amount one admin is enough. A shop with one admin needs one confirmation for every amount."
      value={value.twoConfirmationsAbove}
      error={wrong('twoConfirmationsAbove')}
      onChange={(twoConfirmationsAbove) => set({ twoConfirmationsAbove })}
    />
  )
}

export function RefundsFields({ value, set, wrong }: FieldsProps<'refunds'>) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <NumberField
        label="Automatic up to (₹)"
        hint="The largest single refund."
        value={value.automaticUpTo}
        error={wrong('automaticUpTo')}
        onChange={(automaticUpTo) => set({ ...value, automaticUpTo })}
      />
      <NumberField
        label="Automatic per day up to (₹)"
        hint="Larger refunds wait for an admin, or for the next day."
        value={value.automaticPerDay}
        error={wrong('automaticPerDay')}
        onChange={(automaticPerDay) => set({ ...value, automaticPerDay })}
      />
    </div>
  )
}

export function SmsFields({ value: { templates }, set, wrong }: FieldsProps<'sms'>) {
  function setId(kind: string, id: string) {
    const { [kind]: _, ...others } = templates
    set({ templates: id === '' ? others : { ...others, [kind]: id } })
  }
  return SMS_KINDS.map((kind) => (
    <Field
      key={kind}
      label={kind}
      hint={SMS_TEMPLATES[kind]}
      inputMode="numeric"
      maxLength={25}
      value={templates[kind] ?? ''}
      error={wrong(`templates.${kind}`)}
      onChange={(event) => setId(kind, event.target.value.trim())}
    />
  ))
}
