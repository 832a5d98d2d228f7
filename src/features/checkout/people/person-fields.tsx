import type { ReactNode } from 'react'
import { formatMobile } from '#src/core/shop-contact.ts'
import { INDIAN_STATES } from '#src/features/orders/place/shipping-states.ts'
import { COLUMNS, toCells } from '#src/features/orders/recipients/recipient-row.ts'
import {
  type GiftRecipient,
  RECIPIENT_COLUMNS,
  type RecipientCells,
  type RecipientColumn,
  type RowFault,
} from '#src/features/orders/recipients/recipients.contract.ts'
import { parseTypedDay, parseTypedState } from '#src/features/orders/recipients/typed-cells.ts'
import { CheckboxField } from '#src/ui/forms/checkbox-field.tsx'
import { Field, TextAreaField } from '#src/ui/forms/field.tsx'
import { SelectField } from '#src/ui/forms/select.tsx'
import { ErrorNote } from '#src/ui/item-list.tsx'

type PersonFieldsProps = { cells: RecipientCells; faults: readonly RowFault[] }

/** The fields of one person, each with its fault. */
export function PersonFields({ cells, faults }: PersonFieldsProps) {
  const doubt = faults.find(({ isDoubt }) => isDoubt)
  const bind = (column: RecipientColumn) => ({
    name: column,
    defaultValue: cells[column] ?? '',
    error: faults.find((fault) => fault.column === column && !fault.isDoubt)?.text,
  })
  return (
    <div className="grid items-start gap-x-5 gap-y-4 sm:grid-cols-2">
      {faults.map(
        ({ column, text }) =>
          column === null && (
            <Wide key={text}>
              <ErrorNote>{text}</ErrorNote>
            </Wide>
          ),
      )}
      <Field label="First Name" autoComplete="off" required {...bind('firstName')} />
      <Field label="Last Name" autoComplete="off" required {...bind('lastName')} />
      <Field
        label="Mobile Number"
        type="tel"
        inputMode="tel"
        autoComplete="off"
        placeholder="+91 XXXXX XXXXX"
        hint="For the courier."
        required
        {...bind('phone')}
      />
      <Field label="Street Address" autoComplete="off" required {...bind('address')} />
      <Field label="City" autoComplete="off" required {...bind('city')} />
      <Field
        label="Pincode"
        inputMode="numeric"
        autoComplete="off"
        placeholder="500001"
        required
        {...bind('pincode')}
      />
      <SelectField
        label="State"
        autoComplete="off"
        {...bind('state')}
        defaultValue={parseTypedState(cells.state ?? '')}
      >
        <option value="">As the PIN code says</option>
        {INDIAN_STATES.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </SelectField>
      <Field label="Landmark (optional)" autoComplete="off" {...bind('landmark')} />
      {doubt && (
        <div role="alert" className="border-warn border-l-2 bg-warn-tint px-5 py-3 sm:col-span-2">
          <p className="font-semibold text-small text-warn">
            {doubt.text} Please correct one of them, or confirm both.
          </p>
          <CheckboxField name={CONFIRMED} label="The PIN code and the state are correct" />
        </div>
      )}
      <TextAreaField
        label="Own text for the card (optional)"
        rows={3}
        hint="Instead of the text for everybody. {name} becomes the first name."
        {...bind('cardText')}
      />
      <Field
        label="Deliver on (optional)"
        type="date"
        hint="Instead of the day for everybody."
        {...bind('deliverOn')}
        defaultValue={parseTypedDay(cells.deliverOn ?? '')}
      />
    </div>
  )
}

const Wide = ({ children }: { children: ReactNode }) => <div className="sm:col-span-2">{children}</div>

const CONFIRMED = 'isPlaceConfirmed'

export function readPersonForm(form: HTMLFormElement): { cells: RecipientCells; isPlaceConfirmed: boolean } {
  const typed = new FormData(form)
  return {
    cells: Object.fromEntries(COLUMNS.map((column) => [column, String(typed.get(column) ?? '')])),
    isPlaceConfirmed: typed.has(CONFIRMED),
  }
}

export const toEditedCells = (person: GiftRecipient): RecipientCells => ({
  ...toCells(person),
  phone: formatMobile(person.phone),
})

export const describeFault = ({ column, text }: RowFault) => (column ? `${RECIPIENT_COLUMNS[column]}: ${text}` : text)
