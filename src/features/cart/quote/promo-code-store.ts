import {
  createPersistedStore,
  getLocalStorage,
  syncAcrossTabs,
  type TextStorage,
} from '#src/browser/persisted-store.ts'
import { asRecord, parseJsonOrNull } from '#src/browser/safe-json.ts'
import { normalizePromoCode } from '#src/features/pricing/promotions/promotions.ts'

type PromoCodeState = {
  /** What the shopper has applied, whether it counts or not. */
  code: string | null
  apply: (typed: string) => void
  remove: () => void
}

export const PROMO_CODE_KEY = 'golconda-promo'
export const MAX_PROMO_CODE_LENGTH = 50

/** Remembers the promo code on the way from the cart to the payment. */
export function createPromoCodeStore(storage: TextStorage | undefined) {
  return createPersistedStore<PromoCodeState, Pick<PromoCodeState, 'code'>>(
    {
      name: PROMO_CODE_KEY,
      storage,
      // Read as 'no code' rather than as nothing, so that a tab forgets what another tab has forgotten.
      read: (text) => ({ code: readKeptCode(text) }),
      keep: ({ code }) => ({ code }),
    },
    (set) => ({
      code: null,
      apply: (typed) => set({ code: normalizePromoCode(typed) || null }),
      remove: () => set({ code: null }),
    }),
  )
}

export const usePromoCode = createPromoCodeStore(getLocalStorage())

syncAcrossTabs(PROMO_CODE_KEY, usePromoCode.reread)

function readKeptCode(text: string | null): string | null {
  const { code } = asRecord(asRecord(parseJsonOrNull(text)).state)
  return typeof code === 'string' && code.length <= MAX_PROMO_CODE_LENGTH ? normalizePromoCode(code) || null : null
}
