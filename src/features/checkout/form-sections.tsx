import { type ReactNode, useId } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { MAIN_STATES, OTHER_STATES } from '#src/features/orders/order-address.rules.ts'
import { Facet } from '#src/ui/facet.tsx'
import { Field, TextAreaField } from '#src/ui/field.tsx'
import { SelectField } from '#src/ui/select.tsx'
import { type CheckoutForm, OTHER_STATE, type TypedCheckout } from './checkout.contract.ts'

export type Form = UseFormReturn<TypedCheckout, unknown, CheckoutForm>

/** A field's name, its error, and what ties it to the form. */
function bind(form: Form, name: keyof TypedCheckout) {
  return { ...form.register(name), error: form.formState.errors[name]?.message }
}

export function CustomerSection({ form }: { form: Form }) {
  return (
    <Section number={1} title="Customer Information">
      <Field label="First Name" autoComplete="given-name" required {...bind(form, 'firstName')} />
      <Field label="Last Name" autoComplete="family-name" required {...bind(form, 'lastName')} />
      <Field label="Email" type="email" autoComplete="email" required {...bind(form, 'email')} />
      <Field
        label="Phone"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        placeholder="+91 XXXXX XXXXX"
        required
        {...bind(form, 'phone')}
      />
    </Section>
  )
}

export function AddressSection({ form }: { form: Form }) {
  return (
    <Section number={2} title="Shipping Address">
      <Field
        label="Street Address"
        autoComplete="street-address"
        required
        className="sm:col-span-2"
        {...bind(form, 'address')}
      />
      <Field label="City" autoComplete="address-level2" required {...bind(form, 'city')} />
      <Field
        label="Pincode"
        inputMode="numeric"
        autoComplete="postal-code"
        placeholder="500001"
        required
        {...bind(form, 'pincode')}
      />
      <StateFields form={form} />
      <Field label="Landmark (optional)" className="sm:col-span-2" {...bind(form, 'landmark')} />
    </Section>
  )
}

function StateFields({ form }: { form: Form }) {
  const state = useWatch({ control: form.control, name: 'state' })
  return (
    <>
      <SelectField label="State" autoComplete="address-level1" required {...bind(form, 'state')}>
        {[...MAIN_STATES, OTHER_STATE].map((name) => (
          <option key={name}>{name}</option>
        ))}
      </SelectField>
      {state === OTHER_STATE && (
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

export function PaymentSection({ form }: { form: Form }) {
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
          Google Pay, PhonePe, Paytm, BHIM, Amazon Pay, WhatsApp Pay, or any other UPI app. Everything is made fresh, so
          we take the payment first.
        </p>
      </div>
    </Section>
  )
}

export function NotesSection({ form }: { form: Form }) {
  return (
    <Section number={4} title="Special Instructions (optional)">
      <TextAreaField label="Special instructions" labelHidden className="sm:col-span-2" {...bind(form, 'notes')} />
    </Section>
  )
}

function Section({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <section className="border-line border-t pt-7">
      <h2 className="flex items-baseline gap-3 text-heading">
        <Facet className="size-2 -translate-y-0.5 bg-gold-500" />
        <span className="text-gold-700">{number}</span>
        {title}
      </h2>
      <div className="mt-5 grid items-start gap-x-5 gap-y-4 sm:grid-cols-2">{children}</div>
    </section>
  )
}
