import { type ReactNode, useId } from 'react'
import { flushSync } from 'react-dom'
import { useWatch } from 'react-hook-form'
import { bindField, type CheckoutFormMethods } from '#src/features/checkout/form/use-checkout-form.ts'
import { CompanyFields, GiftToggles, RecipientFields } from '#src/features/checkout/gift/recipient-fields.tsx'
import { usePublicSettings } from '#src/features/settings/settings.queries.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { CheckboxField } from '#src/ui/forms/checkbox-field.tsx'
import { Field, TextAreaField } from '#src/ui/forms/field.tsx'
import { TitledSection } from '#src/ui/forms/titled-section.tsx'
import { AddressFields } from './address-fields.tsx'

/** `isKnown`: a saved address says the name and the telephone number. */
export function CustomerSection({ form, isKnown }: { form: CheckoutFormMethods; isKnown: boolean }) {
  const { hasWhatsApp } = usePublicSettings()
  return (
    <CheckoutSection title="Customer Information">
      {!isKnown && (
        <>
          <Field label="First Name" autoComplete="given-name" required {...bindField(form, 'firstName')} />
          <Field label="Last Name" autoComplete="family-name" required {...bindField(form, 'lastName')} />
        </>
      )}
      <Field label="Email" type="email" autoComplete="email" required {...bindField(form, 'email')} />
      {!isKnown && (
        <Field
          label="Phone"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          placeholder="+91 XXXXX XXXXX"
          required
          {...bindField(form, 'phone')}
        />
      )}
      {hasWhatsApp && (
        <CheckboxField
          label="Send updates about this order on WhatsApp"
          className="sm:col-span-2"
          {...form.register('onWhatsApp')}
        />
      )}
      <CompanyFields form={form} />
    </CheckoutSection>
  )
}

type AddressSectionProps = {
  form: CheckoutFormMethods
  /** Instead of the fields. */
  card: ReactNode
  children: ReactNode
  canBeForSeveral: boolean
}

export function AddressSection({ form, card, children, canBeForSeveral }: AddressSectionProps) {
  const names = ['deliveryMethod', 'isGift', 'isForSeveral'] as const
  const [method, isGift, isForSeveral] = useWatch({ control: form.control, name: names })
  const own = isForSeveral ? 'Your address (for the invoice)' : 'Shipping Address'
  return (
    <CheckoutSection title={isGift ? 'Where should it go?' : own}>
      <GiftToggles form={form} canBeForSeveral={canBeForSeveral} />
      {card ?? (
        <>
          {children}
          {isGift && <RecipientFields form={form} />}
          {method === 'pickup' ? <PickedUp form={form} /> : <PlaceFields form={form} isGift={isGift} />}
        </>
      )}
    </CheckoutSection>
  )
}

function PickedUp({ form }: { form: CheckoutFormMethods }) {
  function deliver() {
    flushSync(() => form.setValue('deliveryMethod', 'courier'))
    form.setFocus('address')
  }
  return (
    <div className="grid justify-items-start gap-2 sm:col-span-2">
      <p className="text-cocoa-600">You pick up your order at the studio, so we need no address.</p>
      <Button variant="link" onClick={deliver}>
        Have It Delivered Instead
      </Button>
    </div>
  )
}

function PlaceFields({ form, isGift }: { form: CheckoutFormMethods; isGift: boolean }) {
  return (
    <>
      <Field
        label="Street Address"
        autoComplete="street-address"
        required
        className="sm:col-span-2"
        {...bindField(form, 'address')}
      />
      <Field label="City" autoComplete="address-level2" required {...bindField(form, 'city')} />
      <AddressFields form={form} />
      <Field label="Landmark (optional)" className="sm:col-span-2" {...bindField(form, 'landmark')} />
      {isGift ? (
        <CheckboxField
          key="recipient"
          label="Save their address for another gift"
          className="sm:col-span-2"
          {...form.register('saveRecipient')}
        />
      ) : (
        <CheckboxField
          key="own"
          label="Save this address"
          className="sm:col-span-2"
          {...form.register('saveAddress')}
        />
      )}
    </>
  )
}

export function PaymentSection({ form }: { form: CheckoutFormMethods }) {
  const about = useId()
  return (
    <CheckoutSection title="Payment">
      <div className="border border-cocoa-900 bg-white p-5 sm:col-span-2">
        <label className="flex items-center gap-4 font-semibold">
          <input
            type="radio"
            value="upi"
            aria-describedby={about}
            className="size-5 accent-cocoa-900"
            {...form.register('paymentMethod')}
          />
          UPI
        </label>
        <p id={about} className="mt-1 pl-9 text-cocoa-600 text-small">
          Google Pay, PhonePe, Paytm, BHIM, Amazon Pay, WhatsApp Pay, or any other UPI app. We send your order once it
          is paid.
        </p>
      </div>
    </CheckoutSection>
  )
}

export function NotesSection({ form }: { form: CheckoutFormMethods }) {
  return (
    <CheckoutSection title="Special Instructions (optional)">
      <TextAreaField label="Special instructions" labelHidden className="sm:col-span-2" {...bindField(form, 'notes')} />
    </CheckoutSection>
  )
}

export function CheckoutSection(props: { title: string; children: ReactNode }) {
  return <TitledSection isNumbered {...props} />
}
