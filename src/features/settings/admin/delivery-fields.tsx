import { CheckboxField } from '#src/ui/forms/checkbox-field.tsx'
import { Field } from '#src/ui/forms/field.tsx'
import { NumberField } from '#src/ui/forms/number-field.tsx'
import { RepeatableRows } from '#src/ui/forms/repeatable-rows.tsx'
import type { FieldsProps } from './fields-props.ts'

export function DeliveryFields({ value, set, wrong }: FieldsProps<'delivery'>) {
  return (
    <>
      <fieldset>
        <legend className="mb-3 font-semibold">Everywhere else</legend>
        <DaysFields
          days={value.elsewhere}
          change={(part) => set({ ...value, elsewhere: { ...value.elsewhere, ...part } })}
          wrong={(field) => wrong(`elsewhere.${field}`)}
        />
      </fieldset>
      <Field
        label="Orders leave the same day until"
        type="time"
        value={value.cutOff}
        error={wrong('cutOff')}
        hint="Later orders leave on the next business day, Monday to Saturday. Expected delivery dates count from there."
        onChange={(event) => set({ ...value, cutOff: event.target.value })}
        className="sm:max-w-64"
      />
      <Zones value={value} set={set} wrong={wrong} />
      <BlockedPlaces value={value} set={set} wrong={wrong} />
    </>
  )
}

type Days = { from: number; to: number }
type DaysFieldsProps = {
  days: Days
  change: (part: Partial<Days>) => void
  wrong: (field: keyof Days) => string | undefined
}

function DaysFields({ days, change, wrong }: DaysFieldsProps) {
  return (
    <div className="grid grid-cols-2 gap-3 max-sm:col-span-2 sm:max-w-64">
      <NumberField label="From days" value={days.from} error={wrong('from')} onChange={(from) => change({ from })} />
      <NumberField label="To days" value={days.to} error={wrong('to')} onChange={(to) => change({ to })} />
    </div>
  )
}

function Zones({ value, set, wrong }: FieldsProps<'delivery'>) {
  return (
    <fieldset>
      <legend className="mb-3 font-semibold">By the first digits of the PIN code</legend>
      <RepeatableRows
        label="Places"
        rows={value.zones}
        onChange={(zones) => set({ ...value, zones })}
        blank={{ prefix: '', place: '', ...value.elsewhere }}
        add="Add a place"
        nameOf={({ place }) => place}
        max={200}
      >
        {(zone, change, index) => (
          <div className="grid grid-cols-[6rem_minmax(0,1fr)] gap-3 sm:grid-cols-[6rem_minmax(0,1fr)_14rem]">
            <PrefixField value={zone.prefix} error={wrong(`zones.${index}.prefix`)} onChange={change} />
            <Field
              label="Place"
              value={zone.place}
              maxLength={60}
              error={wrong(`zones.${index}.place`)}
              onChange={(event) => change({ place: event.target.value })}
            />
            <DaysFields days={zone} change={change} wrong={(field) => wrong(`zones.${index}.${field}`)} />
          </div>
        )}
      </RepeatableRows>
    </fieldset>
  )
}

function BlockedPlaces({ value, set, wrong }: FieldsProps<'delivery'>) {
  return (
    <fieldset>
      <legend className="mb-3 font-semibold">Restricted delivery areas</legend>
      <RepeatableRows
        label="Exceptions"
        rows={value.blocked}
        onChange={(blocked) => set({ ...value, blocked })}
        blank={{ prefix: '', text: '', refusesOrders: false }}
        add="Add an exception"
        nameOf={({ prefix }) => prefix}
        max={50}
      >
        {(place, change, index) => (
          <div className="grid grid-cols-[6rem_minmax(0,1fr)] gap-3">
            <PrefixField value={place.prefix} error={wrong(`blocked.${index}.prefix`)} onChange={change} />
            <Field
              label="What the customer reads"
              value={place.text}
              maxLength={200}
              error={wrong(`blocked.${index}.text`)}
              onChange={(event) => change({ text: event.target.value })}
            />
            <CheckboxField
              label="Reject orders to this area"
              checked={place.refusesOrders}
              onChange={(event) => change({ refusesOrders: event.target.checked })}
              className="col-span-2"
            />
          </div>
        )}
      </RepeatableRows>
    </fieldset>
  )
}

type PrefixFieldProps = {
  value: string
  error: string | undefined
  onChange: (part: { prefix: string }) => void
}

function PrefixField({ value, error, onChange }: PrefixFieldProps) {
  return (
    <Field
      label="PIN begins"
      inputMode="numeric"
      maxLength={6}
      value={value}
      error={error}
      onChange={(event) => onChange({ prefix: event.target.value })}
    />
  )
}
