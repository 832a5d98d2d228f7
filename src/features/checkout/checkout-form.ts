import type { UseFormReturn } from 'react-hook-form'
import type { CheckoutForm, TypedCheckout } from './checkout.contract.ts'

export type Form = UseFormReturn<TypedCheckout, unknown, CheckoutForm>

/** A field's name, its error, and what ties it to the form. */
export function bind(form: Form, name: keyof TypedCheckout) {
  return { ...form.register(name), error: form.formState.errors[name]?.message }
}
