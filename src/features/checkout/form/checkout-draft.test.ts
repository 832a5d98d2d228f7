import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { usePendingOrder } from '#src/features/cart/pending-order-store.ts'
import { clearPaidOrder, PEOPLE_KEY, saveDraft } from './checkout-draft.ts'

const stored = new Map<string, string>()

beforeEach(() =>
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
    removeItem: (key: string) => stored.delete(key),
  }),
)
afterEach(() => vi.unstubAllGlobals())

it('a paid order leaves neither its recipients nor its gift in the checkout', () => {
  stored.set(PEOPLE_KEY, '{}')
  saveDraft('asha', { firstName: 'Asha', isGift: true, recipientFirstName: 'Ravi', isForSeveral: true, notes: 'Hi' })
  const ordered = { orderId: 'ORD_1', userId: 'asha', content: '', items: [], replaces: null, payment: null }
  usePendingOrder.setState({ order: ordered })
  clearPaidOrder('asha')
  expect(usePendingOrder.getState().order).toBeNull()
  const draft = JSON.parse([...stored.values()].join())
  expect(draft.values).toMatchObject({ firstName: 'Asha', isGift: false, recipientFirstName: '', isForSeveral: false })
  expect(draft.values).not.toHaveProperty('notes')
})
