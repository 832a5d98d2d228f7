import '#src/core/validation/validation-messages.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import type { User } from '#src/features/auth/auth.contract.ts'
import { shipsWithinStateOnly } from '#src/features/orders/place/shipping-states.ts'
import { usePublicSettings } from '#src/features/settings/settings.queries.ts'
import { CheckoutForm, type CheckoutInput } from './checkout.contract.ts'
import { initialFormValues, saveDraft } from './checkout-draft.ts'
import type { CheckoutFormMethods } from './form-methods.ts'

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
