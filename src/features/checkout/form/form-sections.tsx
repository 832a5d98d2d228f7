import { type ReactNode, useId } from 'react'
import { bindField, type CheckoutFormMethods } from '#src/features/checkout/form/use-checkout-form.ts'
import { DiamondMark } from '#src/ui/diamond-mark.tsx'
import { Field, TextAreaField } from '#src/ui/forms/field.tsx'
import { AddressFields } from './address-fields.tsx'

export function CustomerSection({ form }: { form: CheckoutFormMethods }) {
  return (
    <Section number={1} title="Customer Information">
      <Field label="First Name" autoComplete="given-name" required {...bindField(form, 'firstName')} />
      <Field label="Last Name" autoComplete="family-name" required {...bindField(form, 'lastName')} />
      <Field label="Email" type="email" autoComplete="email" required {...bindField(form, 'email')} />
      <Field
        label="Phone"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        placeholder="+91 XXXXX XXXXX"
        required
        {...bindField(form, 'phone')}
      />
    </Section>
  )
}

export function AddressSection({ form }: { form: CheckoutFormMethods }) {
  return (
    <Section number={2} title="Shipping Address">
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
    </Section>
  )
}

export function PaymentSection({ form }: { form: CheckoutFormMethods }) {
  const about = useId()
  return (
    <Section number={3} title="Payment">
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
    </Section>
  )
}

export function NotesSection({ form }: { form: CheckoutFormMethods }) {
  return (
    <Section number={4} title="Special Instructions (optional)">
      <TextAreaField label="Special instructions" labelHidden className="sm:col-span-2" {...bindField(form, 'notes')} />
    </Section>
  )
}

function Section({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <section className="border-line border-t pt-7">
      <h2 className="flex items-baseline gap-3 text-heading">
        <DiamondMark className="size-2 -translate-y-0.5 bg-gold-500" />
        <span className="text-gold-700">{number}</span>
        {title}
      </h2>
      <div className="mt-5 grid items-start gap-x-5 gap-y-4 sm:grid-cols-2">{children}</div>
    </section>
  )
}
