import '#src/platform/plain-words.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import type { User } from '#src/features/account/account.contract.ts'
import { sendsInsideOnly } from '#src/features/orders/order-address.rules.ts'
import { usePublicSettings } from '#src/features/settings/settings.queries.ts'
import { CheckoutForm, type TypedCheckout } from './checkout.contract.ts'
import type { Form } from './checkout-form.ts'
import { firstFormValues, keepForm } from './kept-form.ts'

/** The form of name, address and wishes. What is typed survives a reload of its tab. */
export function useCheckoutForm(user: User): Form {
  const { tax } = usePublicSettings()
  const first = firstFormValues(user)
  const form = useForm<TypedCheckout, unknown, CheckoutForm>({
    resolver: zodResolver(CheckoutForm),
    // What was kept may be of another state, from before the shop kept to its own.
    defaultValues: sendsInsideOnly(tax) ? { ...first, state: tax.homeState } : first,
    mode: 'onTouched',
  })
  const { subscribe } = form
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => keepForm(user.id, values) }),
    [subscribe, user.id],
  )
  return form
}
