import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import type { User } from '#src/features/account/account.contract.ts'
import { CheckoutForm, type TypedCheckout } from './checkout.contract.ts'
import type { Form } from './form-sections.tsx'
import { firstFormValues, keepForm } from './kept-form.ts'

/** The form of name, address and wishes. What is typed survives a reload of its tab. */
export function useCheckoutForm(user: User): Form {
  const form = useForm<TypedCheckout, unknown, CheckoutForm>({
    resolver: zodResolver(CheckoutForm),
    defaultValues: firstFormValues(user),
    mode: 'onTouched',
  })
  const { subscribe } = form
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => keepForm(user.id, values) }),
    [subscribe, user.id],
  )
  return form
}
