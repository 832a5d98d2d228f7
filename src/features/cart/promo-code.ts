import { readPromoCode } from '#src/features/promotions/promotions.rules.ts'
import { browserStorage, createKeptStore, followOtherTabs, type TextStorage } from '#src/platform/browser-storage.ts'
import { fieldsOf, parsedJson } from '#src/platform/kept-text.ts'

type PromoCodeState = {
  /** What the shopper has applied, whether it counts or not. */
  code: string | null
  apply: (typed: string) => void
  remove: () => void
}

export const PROMO_CODE_KEY = 'golconda-promo'
export const PROMO_CODE_MAX = 50

/** Remembers the promo code on the way from the cart to the payment. */
export function createPromoCodeStore(storage: TextStorage | undefined) {
  return createKeptStore<PromoCodeState, Pick<PromoCodeState, 'code'>>(
    {
      name: PROMO_CODE_KEY,
      storage,
      // Read as 'no code' rather than as nothing, so that a tab forgets what another tab has forgotten.
      read: (text) => ({ code: readKeptCode(text) }),
      keep: ({ code }) => ({ code }),
    },
    (set) => ({
      code: null,
      apply: (typed) => set({ code: readPromoCode(typed) || null }),
      remove: () => set({ code: null }),
    }),
  )
}

export const usePromoCode = createPromoCodeStore(browserStorage())

followOtherTabs(PROMO_CODE_KEY, usePromoCode.reread)

function readKeptCode(text: string | null): string | null {
  const { code } = fieldsOf(fieldsOf(parsedJson(text)).state)
  return typeof code === 'string' && code.length <= PROMO_CODE_MAX ? readPromoCode(code) || null : null
}
