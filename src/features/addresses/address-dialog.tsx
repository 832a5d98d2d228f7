import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { readFormErrors, useFocusOnRefusal } from '#src/browser/form-errors.ts'
import { parsePincode } from '#src/core/delivery/delivery-window.ts'
import { getPincodeWarning } from '#src/core/delivery/pincode-states.ts'
import type { IndianState } from '#src/core/gst.ts'
import { formatMobile } from '#src/core/shop-contact.ts'
import { INDIAN_STATES } from '#src/features/orders/place/shipping-states.ts'
import { decideState } from '#src/features/orders/recipients/typed-cells.ts'
import { CheckboxField } from '#src/ui/forms/checkbox-field.tsx'
import { Field } from '#src/ui/forms/field.tsx'
import { SelectField } from '#src/ui/forms/select.tsx'
import { ErrorNote } from '#src/ui/item-list.tsx'
import { Dialog, DialogActions } from '#src/ui/overlays/dialog.tsx'
import { nameAddress } from './address-text.tsx'
import { type Address, MAX_LABEL_LETTERS } from './addresses.contract.ts'
import { saveAddress, type TypedAddress } from './addresses.queries.ts'

type AddressDialogProps = { address: Address | undefined; onClose: () => void }

export function AddressDialog({ address, onClose }: AddressDialogProps) {
  const saving = useMutation(saveAddress)
  const form = useFocusOnRefusal(saving.error)
  const problems = readFormErrors(saving.error)
  function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (saving.isPending) return
    const confirmed = event.currentTarget.elements.namedItem(CONFIRMED)
    if (confirmed instanceof HTMLInputElement && !confirmed.checked) return confirmed.focus()
    saving.mutate({ id: address?.id, ...readAddress(new FormData(event.currentTarget)) }, { onSuccess: onClose })
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={address ? `Edit ${nameAddress(address)}` : 'New Address'}
      description={address && 'Orders that went there do not change.'}
      size="wide"
    >
      <form ref={form} noValidate onSubmit={save} className="grid items-start gap-x-5 gap-y-4 sm:grid-cols-2">
        <PersonFields address={address} wrong={problems?.fields ?? {}} />
        <PlaceFields address={address} wrong={problems?.fields ?? {}} />
        <CheckboxField
          label="Use this address by default"
          name="isDefault"
          defaultChecked={address?.isDefault}
          className="sm:col-span-2"
        />
        {problems && <ErrorNote className="sm:col-span-2">{problems.message}</ErrorNote>}
        <div className="sm:col-span-2">
          <DialogActions otherwise="Cancel" pending={saving.isPending} onClose={onClose}>
            Save Address
          </DialogActions>
        </div>
      </form>
    </Dialog>
  )
}

type FieldsProps = { address: Address | undefined; wrong: Record<string, string> }

function PersonFields({ address, wrong }: FieldsProps) {
  const to = address?.shippingAddress
  return (
    <>
      <Field
        label="Label (optional)"
        name="label"
        placeholder="Home"
        maxLength={MAX_LABEL_LETTERS}
        defaultValue={address?.label}
        error={wrong.label}
        autoComplete="off"
      />
      <Field
        label="Phone"
        name="phone"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        placeholder="+91 XXXXX XXXXX"
        required
        defaultValue={address && formatMobile(address.phone)}
        error={wrong.phone}
      />
      <Field
        label="First Name"
        name="firstName"
        autoComplete="given-name"
        required
        defaultValue={to?.firstName}
        error={wrong['shippingAddress.firstName']}
      />
      <Field
        label="Last Name"
        name="lastName"
        autoComplete="family-name"
        required
        defaultValue={to?.lastName}
        error={wrong['shippingAddress.lastName']}
      />
    </>
  )
}

function PlaceFields({ address, wrong }: FieldsProps) {
  const to = address?.shippingAddress
  const [pincode, setPincode] = useState(to?.pincode ?? '')
  const [state, setState] = useState<IndianState | ''>(to?.state ?? '')
  const doubt = findDoubt(pincode, state)
  const decided = state === '' && decideState(parsePincode(pincode) ?? '')
  return (
    <>
      <Field
        label="Street Address"
        name="address"
        autoComplete="street-address"
        required
        defaultValue={to?.address}
        error={wrong['shippingAddress.address']}
        className="sm:col-span-2"
      />
      <Field
        label="City"
        name="city"
        autoComplete="address-level2"
        required
        defaultValue={to?.city}
        error={wrong['shippingAddress.city']}
      />
      <Field
        label="Pincode"
        name="pincode"
        inputMode="numeric"
        autoComplete="postal-code"
        placeholder="500001"
        required
        value={pincode}
        onChange={(event) => setPincode(event.target.value)}
        error={wrong['shippingAddress.pincode']}
      />
      <SelectField
        label="State"
        name="state"
        autoComplete="address-level1"
        value={state}
        onChange={(event) => setState(INDIAN_STATES.find((name) => name === event.target.value) ?? '')}
        hint={decided || undefined}
        error={wrong['shippingAddress.state']}
      >
        <option value="">As the PIN code says</option>
        {INDIAN_STATES.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </SelectField>
      <Field
        label="Landmark (optional)"
        name="landmark"
        defaultValue={to?.landmark}
        error={wrong['shippingAddress.landmark']}
      />
      <div role="status" className="empty:hidden sm:col-span-2">
        {doubt && <Doubt key={doubt} text={doubt} wasConfirmed={doubt === findDoubt(to?.pincode, to?.state)} />}
      </div>
    </>
  )
}

const CONFIRMED = 'isPlaceConfirmed'

const findDoubt = (pincode = '', state: IndianState | '' = '') =>
  state === '' ? undefined : getPincodeWarning(parsePincode(pincode) ?? '', state)

function Doubt({ text, wasConfirmed }: { text: string; wasConfirmed: boolean }) {
  const id = useId()
  return (
    <div className="border-warn border-l-2 bg-warn-tint px-5 py-3">
      <p id={id} className="font-semibold text-small text-warn">
        {text} Please correct one of them, or confirm both.
      </p>
      <CheckboxField
        name={CONFIRMED}
        label="The PIN code and the state are correct"
        defaultChecked={wasConfirmed}
        aria-describedby={id}
      />
    </div>
  )
}

function readAddress(form: FormData): TypedAddress {
  const text = (name: string) => String(form.get(name) ?? '')
  return {
    label: text('label'),
    phone: text('phone'),
    isDefault: form.has('isDefault'),
    shippingAddress: {
      firstName: text('firstName'),
      lastName: text('lastName'),
      address: text('address'),
      city: text('city'),
      state: text('state') || (decideState(parsePincode(text('pincode')) ?? '') ?? ''),
      pincode: text('pincode'),
      landmark: text('landmark'),
    },
  }
}
