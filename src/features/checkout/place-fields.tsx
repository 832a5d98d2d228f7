import { useId } from 'react'
import { useController, useWatch } from 'react-hook-form'
import { narrowest } from '#src/core/delivery-promise.ts'
import { insideOnlyText, MAIN_STATES, OTHER_STATES, sendsInsideOnly } from '#src/features/orders/order-address.rules.ts'
import { usePublicSettings } from '#src/features/settings/settings.queries.ts'
import { CheckField } from '#src/ui/check-field.tsx'
import { Field } from '#src/ui/field.tsx'
import { SelectField } from '#src/ui/select.tsx'
import { doubtAbout, OTHER_STATE, placeOf } from './checkout.contract.ts'
import { bind, type Form } from './checkout-form.ts'

/** PIN code and state: together they say where a parcel goes, and one may speak against the other. */
export function PlaceFields({ form }: { form: Form }) {
  const [pincode, state, otherState] = useWatch({ control: form.control, name: ['pincode', 'state', 'otherState'] })
  const { delivery } = usePublicSettings()
  const place = { pincode, state, otherState }
  const doubt = doubtAbout(place)
  return (
    <>
      <Field
        label="Pincode"
        inputMode="numeric"
        autoComplete="postal-code"
        placeholder="500001"
        required
        hint={narrowest(delivery.blocked, pincode.replaceAll(/\s/g, ''))?.text}
        {...bind(form, 'pincode')}
      />
      <StateFields form={form} isOther={state === OTHER_STATE} />
      {doubt && <Doubt form={form} text={doubt} place={placeOf(place)} />}
    </>
  )
}

function StateFields({ form, isOther }: { form: Form; isOther: boolean }) {
  const { tax } = usePublicSettings()
  const insideOnly = sendsInsideOnly(tax)
  return (
    <>
      <SelectField
        label="State"
        autoComplete="address-level1"
        required
        hint={insideOnly ? insideOnlyText(tax) : undefined}
        {...bind(form, 'state')}
      >
        {(insideOnly ? [tax.homeState] : [...MAIN_STATES, OTHER_STATE]).map((name) => (
          <option key={name}>{name}</option>
        ))}
      </SelectField>
      {isOther && (
        <SelectField label="State or Union Territory" required {...bind(form, 'otherState')}>
          <option value="">Please choose</option>
          {OTHER_STATES.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </SelectField>
      )}
    </>
  )
}

/** Lists of PIN codes are never complete, so the shopper has the last word, for exactly what was doubted. */
function Doubt({ form, text, place }: { form: Form; text: string; place: string }) {
  const { field, fieldState } = useController({ control: form.control, name: 'confirmedPlace' })
  const error = useId()
  return (
    <div className="grid gap-1 border-warn border-l-2 bg-warn-tint px-5 py-3 sm:col-span-2" role="status">
      <p className="font-semibold text-small text-warn">{text}</p>
      <CheckField
        ref={field.ref}
        label="The PIN code and the state are right"
        checked={field.value === place}
        onChange={(event) => field.onChange(event.target.checked ? place : '')}
        onBlur={field.onBlur}
        aria-invalid={fieldState.error ? true : undefined}
        aria-describedby={fieldState.error ? error : undefined}
      />
      {fieldState.error && (
        <p id={error} className="font-medium text-err text-meta">
          {fieldState.error.message}
        </p>
      )}
    </div>
  )
}
