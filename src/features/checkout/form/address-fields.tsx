import { useId } from 'react'
import { useController, useWatch } from 'react-hook-form'
import { longestPrefixMatch } from '#src/core/delivery/delivery-window.ts'
import { shipsWithinStateOnly } from '#src/core/gst.ts'
import { bindField, type CheckoutFormMethods } from '#src/features/checkout/form/use-checkout-form.ts'
import { MAIN_STATES, OTHER_STATES, withinStateOnlyText } from '#src/features/orders/place/shipping-states.ts'
import { usePublicSettings } from '#src/features/settings/settings.queries.ts'
import { CheckboxField } from '#src/ui/forms/checkbox-field.tsx'
import { Field } from '#src/ui/forms/field.tsx'
import { SelectField } from '#src/ui/forms/select.tsx'
import { explainForbiddenPlace, getAddressWarning, OTHER_STATE, toPlaceKey } from './checkout.contract.ts'

export function AddressFields({ form }: { form: CheckoutFormMethods }) {
  const names = ['pincode', 'state', 'otherState', 'isForSeveral'] as const
  const [pincode, state, otherState, isForSeveral] = useWatch({ control: form.control, name: names })
  const { delivery, tax } = usePublicSettings()
  const address = { pincode, state, otherState }
  const warning = getAddressWarning(address)
  const isForbidden = explainForbiddenPlace({ pincode, isForSeveral }, tax) !== undefined
  const exception = longestPrefixMatch(delivery.blocked, pincode.replaceAll(/\s/g, ''))
  return (
    <>
      <Field
        label="Pincode"
        inputMode="numeric"
        autoComplete="postal-code"
        placeholder="500001"
        required
        hint={isForbidden ? undefined : exception?.text}
        {...bindField(form, 'pincode')}
      />
      <StateFields form={form} isOther={state === OTHER_STATE} isDelivered={!isForSeveral} />
      {warning && !isForbidden && <AddressWarning form={form} text={warning} addressKey={toPlaceKey(address)} />}
    </>
  )
}

type StateFieldsProps = { form: CheckoutFormMethods; isOther: boolean; isDelivered: boolean }

function StateFields({ form, isOther, isDelivered }: StateFieldsProps) {
  const { tax } = usePublicSettings()
  const inStateOnly = isDelivered && shipsWithinStateOnly(tax)
  return (
    <>
      <SelectField
        label="State"
        autoComplete="address-level1"
        required
        hint={inStateOnly ? withinStateOnlyText(tax) : undefined}
        {...bindField(form, 'state')}
      >
        {(inStateOnly ? [tax.homeState] : [...MAIN_STATES, OTHER_STATE]).map((name) => (
          <option key={name}>{name}</option>
        ))}
      </SelectField>
      {isOther && (
        <SelectField label="State or Union Territory" required {...bindField(form, 'otherState')}>
          <option value="">Please choose</option>
          {OTHER_STATES.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </SelectField>
      )}
    </>
  )
}

/** The PIN code list is never complete, so the customer can confirm exactly the address that was doubted. */
function AddressWarning({ form, text, addressKey }: { form: CheckoutFormMethods; text: string; addressKey: string }) {
  const { field, fieldState } = useController({ control: form.control, name: 'confirmedPlace' })
  const error = useId()
  return (
    <div className="grid gap-1 border-warn border-l-2 bg-warn-tint px-5 py-3 sm:col-span-2" role="status">
      <p className="font-semibold text-small text-warn">
        {text}
        {!fieldState.error && ' Please correct one of them, or confirm both.'}
      </p>
      <CheckboxField
        ref={field.ref}
        label="The PIN code and the state are correct"
        checked={field.value === addressKey}
        onChange={(event) => field.onChange(event.target.checked ? addressKey : '')}
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
