import '#src/core/validation/validation-messages.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { parsePincode } from '#src/core/delivery/delivery-window.ts'
import { shipsWithinStateOnly } from '#src/core/gst.ts'
import { HOME_CITY, HOME_PINCODE, HOME_STATE, STUDIO_ADDRESS } from '#src/core/shop-policy.ts'
import { addressesQuery } from '#src/features/addresses/addresses.queries.ts'
import type { User } from '#src/features/auth/auth.contract.ts'
import {
  CheckoutForm,
  type CheckoutInput,
  explainForbiddenPlace,
} from '#src/features/checkout/form/checkout.contract.ts'
import { initialFormValues, saveDraft } from '#src/features/checkout/form/checkout-draft.ts'
import { NO_GIFT, rulesOf } from '#src/features/checkout/gift/gift-form.contract.ts'
import { usePincode } from '#src/features/orders/delivery/pincode-store.ts'
import { usePublicSettings } from '#src/features/settings/settings.queries.ts'
import { listUsableAddresses } from './saved-address.ts'

/** `fixed` is not asked for. */
export function useCheckoutForm(user: User, fixed: Partial<CheckoutInput> = {}): CheckoutFormMethods {
  const { tax, gift } = usePublicSettings()
  const { data: saved = [] } = useQuery(addressesQuery)
  const first = { ...initialFormValues(user, listUsableAddresses(saved, tax)), ...(!gift && NO_GIFT), ...fixed }
  const form = useForm<CheckoutInput, unknown, CheckoutForm>({
    resolver: (typed, ...rest) => {
      const rules = CheckoutForm.safeExtend(rulesOf(typed)).superRefine((form, context) => {
        const message = explainForbiddenPlace(form, tax)
        if (message) context.addIssue({ code: 'custom', path: ['pincode'], message })
      })
      const validate = zodResolver(rules)
      return validate(typed.deliveryMethod === 'pickup' ? { ...typed, ...AT_STUDIO } : typed, ...rest)
    },
    // A draft can have another state from before the shop shipped within its own state only.
    defaultValues: shipsWithinStateOnly(tax) && !first.addressId ? { ...first, state: tax.homeState } : first,
    mode: 'onTouched',
  })
  const { subscribe } = form
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => {
          saveDraft(user.id, values)
          const pincode = parsePincode(values.pincode)
          if (pincode && !values.isGift) usePincode.getState().remember(pincode)
        },
      }),
    [subscribe, user.id],
  )
  return form
}

/** Stands in for the address of an order that is picked up; the server knows the studio's own. */
const AT_STUDIO: Partial<CheckoutInput> = {
  address: STUDIO_ADDRESS,
  city: HOME_CITY,
  state: HOME_STATE,
  pincode: HOME_PINCODE,
  landmark: '',
}

export type CheckoutFormMethods = UseFormReturn<CheckoutInput, unknown, CheckoutForm>

export function bindField(form: CheckoutFormMethods, name: keyof CheckoutInput) {
  return { ...form.register(name), error: form.formState.errors[name]?.message }
}

export function fillForm(form: CheckoutFormMethods, fields: Partial<CheckoutInput>): void {
  for (const [name, value] of Object.entries(fields)) form.setValue(name as keyof CheckoutInput, value)
}
