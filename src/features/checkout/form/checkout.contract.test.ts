import { describe, expect, it } from 'vitest'
import { NO_COMPANY, NO_GIFT } from '#src/features/checkout/gift/gift-form.contract.ts'
import { CheckoutForm, toPlaceKey, toShippingAddress } from './checkout.contract.ts'

const TYPED = {
  firstName: 'Asha',
  lastName: 'Rao',
  email: 'asha@shopper.example',
  phone: '98765 43210',
  address: '12-3-456, Banjara Hills',
  city: 'Hyderabad',
  state: 'Telangana',
  otherState: '',
  confirmedPlace: '',
  pincode: '500 034',
  addressId: '',
  saveAddress: true,
  paymentMethod: 'upi',
  deliveryMethod: 'courier',
  when: 'soonest',
  deliverOn: '',
  heat: '',
  ...NO_GIFT,
  ...NO_COMPANY,
}
const problems = (change: Partial<typeof TYPED>) =>
  CheckoutForm.safeParse({ ...TYPED, ...change }).error?.issues.map(({ path }) => path.join('.'))

describe('the checkout form', () => {
  it('accepts phone numbers and PIN codes in every usual spelling', () => {
    const form = CheckoutForm.parse(TYPED)
    expect(form.phone).toBe('+919876543210')
    expect(toShippingAddress(form)).toMatchObject({ state: 'Telangana', pincode: '500034' })
  })

  it('asks for confirmation when PIN code and state do not match, and then accepts both', () => {
    expect(problems({ pincode: '560001' })).toEqual(['confirmedPlace'])
    const confirmedPlace = toPlaceKey({ ...TYPED, pincode: '560001' })
    const form = CheckoutForm.parse({ ...TYPED, pincode: '560 001', confirmedPlace })
    expect(toShippingAddress(form)).toMatchObject({ state: 'Telangana', pincode: '560001' })
  })

  it('asks again when the confirmed address has changed', () => {
    const confirmedPlace = toPlaceKey({ ...TYPED, pincode: '560001' })
    expect(problems({ confirmedPlace, pincode: '600001' })).toEqual(['confirmedPlace'])
    expect(problems({ confirmedPlace, pincode: '560001', state: 'Tamil Nadu' })).toEqual(['confirmedPlace'])
  })

  it("checks the state behind 'Other', which must be chosen", () => {
    expect(problems({ state: 'Other', otherState: '' })).toContain('otherState')
    expect(problems({ state: 'Other', otherState: 'Goa', pincode: '403001' })).toBeUndefined()
    expect(problems({ state: 'Other', otherState: 'Goa', pincode: '682001' })).toEqual(['confirmedPlace'])
  })

  it("accepts the Army's PIN codes", () => {
    expect(problems({ pincode: '900056' })).toBeUndefined()
  })
})
