import { useWatch } from 'react-hook-form'
import { type IndianState, resolvePlaceOfSupply } from '#src/core/gst.ts'
import { type Paise, paise, paiseFromRupees } from '#src/core/money.ts'
import { chosenState } from '#src/features/checkout/form/checkout.contract.ts'
import type { CheckoutFormMethods } from '#src/features/checkout/form/use-checkout-form.ts'
import { usePublicSettings } from '#src/features/settings/settings.queries.ts'

export function useGiftWrap({ control }: CheckoutFormMethods): Paise {
  const [isGift, hasWrap] = useWatch({ control, name: ['isGift', 'hasWrap'] })
  const { gift } = usePublicSettings()
  return gift && isGift && hasWrap ? paiseFromRupees(gift.wrapFee) : paise(0)
}

/** The state whose tax is included; undefined until one is chosen. */
export function usePlaceOfSupply({ control }: CheckoutFormMethods): IndianState | undefined {
  const [method, state, otherState] = useWatch({ control, name: ['deliveryMethod', 'state', 'otherState'] })
  const [isGift, isCompany, gstin] = useWatch({ control, name: ['isGift', 'isCompany', 'buyerGstin'] })
  const { homeState } = usePublicSettings().tax
  if (method === 'pickup') return homeState
  const delivered = chosenState({ state, otherState })
  const buyerGstin = isCompany ? gstin.trim() : null
  return delivered && resolvePlaceOfSupply({ state: delivered, buyerGstin, isForAnother: isGift })
}
