import type { UseFormReturn } from 'react-hook-form'
import type { CheckoutForm, CheckoutInput } from './checkout.contract.ts'

export type CheckoutFormMethods = UseFormReturn<CheckoutInput, unknown, CheckoutForm>

export function bindField(form: CheckoutFormMethods, name: keyof CheckoutInput) {
  return { ...form.register(name), error: form.formState.errors[name]?.message }
}
