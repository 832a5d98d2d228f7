import { createPersistedStore, getLocalStorage } from '#src/browser/persisted-store.ts'
import { asRecord, parseJsonOrNull } from '#src/browser/safe-json.ts'
import { parsePincode } from '#src/core/delivery/delivery-window.ts'

type PincodeState = {
  pincode: string
  remember: (pincode: string) => void
}

/** Remembers the PIN code from the product page to the cart and the checkout. */
export const usePincode = createPersistedStore<PincodeState, Pick<PincodeState, 'pincode'>>(
  {
    name: 'golconda-pincode',
    storage: getLocalStorage(),
    read: parseStoredPincode,
    keep: ({ pincode }) => ({ pincode }),
  },
  (set) => ({ pincode: '', remember: (pincode) => set({ pincode }) }),
)

function parseStoredPincode(text: string | null): { pincode: string } | null {
  const { pincode } = asRecord(asRecord(parseJsonOrNull(text)).state)
  return typeof pincode === 'string' && parsePincode(pincode) ? { pincode } : null
}
