import '#src/core/validation/validation-messages.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import type { User } from '#src/features/auth/auth.contract.ts'
import { CheckoutForm, type CheckoutInput } from '#src/features/checkout/form/checkout.contract.ts'
import { initialFormValues, saveDraft } from '#src/features/checkout/form/checkout-draft.ts'
import { shipsWithinStateOnly } from '#src/features/orders/place/shipping-states.ts'
import { usePublicSettings } from '#src/features/settings/settings.queries.ts'

export function useCheckoutForm(user: User): CheckoutFormMethods {
  const { tax } = usePublicSettings()
  const first = initialFormValues(user)
  const form = useForm<CheckoutInput, unknown, CheckoutForm>({
    resolver: zodResolver(CheckoutForm),
    // A draft can have another state from before the shop shipped within its own state only.
    defaultValues: shipsWithinStateOnly(tax) ? { ...first, state: tax.homeState } : first,
    mode: 'onTouched',
  })
  const { subscribe } = form
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => saveDraft(user.id, values) }),
    [subscribe, user.id],
  )
  return form
}

export type CheckoutFormMethods = UseFormReturn<CheckoutInput, unknown, CheckoutForm>

export function bindField(form: CheckoutFormMethods, name: keyof CheckoutInput) {
  return { ...form.register(name), error: form.formState.errors[name]?.message }
}
