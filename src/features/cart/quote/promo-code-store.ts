import {
  createPersistedStore,
  getLocalStorage,
  syncAcrossTabs,
  type TextStorage,
} from '#src/browser/persisted-store.ts'
import { asRecord, parseJsonOrNull } from '#src/browser/safe-json.ts'
import { normalizePromoCode } from '#src/features/pricing/promotions/promotions.ts'

type PromoCodeState = {
  code: string | null
  apply: (typed: string) => void
  remove: () => void
}

export const PROMO_CODE_KEY = 'golconda-promo'
export const MAX_PROMO_CODE_LENGTH = 50

/** Remembers the promo code from the cart to the payment. */
export function createPromoCodeStore(storage: TextStorage | undefined) {
  return createPersistedStore<PromoCodeState, Pick<PromoCodeState, 'code'>>(
    {
      name: PROMO_CODE_KEY,
      storage,
      // Reads as 'no code' instead of nothing, so that clearing it in one tab clears it in all.
      read: (text) => ({ code: parseStoredCode(text) }),
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

function parseStoredCode(text: string | null): string | null {
  const { code } = asRecord(asRecord(parseJsonOrNull(text)).state)
  return typeof code === 'string' && code.length <= MAX_PROMO_CODE_LENGTH ? normalizePromoCode(code) || null : null
}
