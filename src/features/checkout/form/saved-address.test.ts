import { expect, it } from 'vitest'
import type { Address } from '#src/features/addresses/addresses.contract.ts'
import { NO_COMPANY, NO_GIFT } from '#src/features/checkout/gift/gift-form.contract.ts'
import type { ShippingAddress } from '#src/features/orders/order-form.contract.ts'
import { CheckoutForm, savesAddress, toShippingAddress } from './checkout.contract.ts'
import { listUsableAddresses, startsCheckout, toAddressFields } from './saved-address.ts'

const HOME: ShippingAddress = {
  firstName: 'Asha',
  lastName: 'Rao',
  address: '12 Charminar Road',
  city: 'Hyderabad',
  state: 'Telangana',
  pincode: '500002',
}
const saved = (change: Partial<ShippingAddress> = {}): Address => ({
  id: '5e0f5a52-7c1e-4f1c-9a1b-1d6f0a3f8f11',
  label: 'Home',
  phone: '+919876543210',
  shippingAddress: { ...HOME, ...change },
  isDefault: false,
  isRecipient: false,
  isUsed: true,
})

const order = (address: Address, typed: object = {}) =>
  CheckoutForm.parse({
    ...NO_GIFT,
    ...NO_COMPANY,
    ...typed,
    ...toAddressFields(address, { ...NO_GIFT, ...typed }),
    email: 'asha@shopper.example',
    saveAddress: false,
    paymentMethod: 'upi',
    deliveryMethod: 'courier',
    when: 'soonest',
    deliverOn: '',
    heat: '',
  })

it.each([
  ['as it is', {}],
  ['with a landmark', { landmark: 'Opposite the water tank' }],
  ['in a state that the form does not list first', { state: 'Kerala', pincode: '682001' }],
  ['whose PIN code was confirmed when it was saved', { state: 'Karnataka' }],
] as const)('a saved address goes on the order %s', (_, change) => {
  const form = order(saved(change))
  expect(toShippingAddress(form)).toEqual({ ...HOME, ...change })
  expect(form.phone).toBe('+919876543210')
  expect(savesAddress(form)).toBe(true)
})

it('the saved recipient of a gift does not become the buyer', () => {
  const buyer = { isGift: true, firstName: 'Meera', lastName: 'Iyer', phone: '98765 00000' }
  const form = order(saved(), buyer)
  expect(toShippingAddress(form)).toEqual(HOME)
  expect(form).toMatchObject({ firstName: 'Meera', phone: '+919876500000', recipientPhone: '+91 98765 43210' })
})

it('the checkout starts with no recipient of a gift, nor with an unused address, unless it is the default', () => {
  const others = [{ isRecipient: true }, { isUsed: false }].map((change) => ({ ...saved(), ...change }))
  expect([saved(), ...others].map(startsCheckout)).toEqual([true, false, false])
  expect(others.map((other) => startsCheckout({ ...other, isDefault: true }))).toEqual([true, true])
})

it('only addresses to which the shop delivers are offered', () => {
  const [home, away, doubtful] = [
    saved(),
    saved({ state: 'Karnataka', pincode: '560001' }),
    saved({ pincode: '400001' }),
  ]
  const withinState = { mode: 'composition', homeState: 'Telangana' } as const
  const all = [home, away, doubtful]
  expect(listUsableAddresses(all, withinState)).toEqual([home])
  expect(listUsableAddresses(all, { ...withinState, mode: 'regular' })).toEqual(all)
})
