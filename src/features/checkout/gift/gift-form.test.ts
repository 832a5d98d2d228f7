import { describe, expect, it } from 'vitest'
import { CheckoutForm, toShippingAddress } from '#src/features/checkout/form/checkout.contract.ts'
import { NO_COMPANY, NO_GIFT, rulesOf, toGiftOrder } from './gift-form.contract.ts'

const TYPED = {
  ...{ firstName: 'Asha', lastName: 'Rao', email: 'asha@shopper.example', phone: '98765 43210' },
  ...{ address: '7 FC Road', city: 'Hyderabad', state: 'Telangana', otherState: '', pincode: '500 034' },
  ...{ confirmedPlace: '', paymentMethod: 'upi', deliveryMethod: 'courier', when: 'soonest', deliverOn: '', heat: '' },
  addressId: '',
  saveAddress: true,
  ...NO_GIFT,
  ...NO_COMPANY,
}
const GIFT = { isGift: true, recipientFirstName: 'Ravi', recipientLastName: 'Kumar', recipientPhone: '98765 00000' }
const COMPANY = { isCompany: true, companyName: 'Deccan Design', buyerGstin: ' 29aaaaa0000a1zy ' }

type Change = Partial<Record<keyof typeof TYPED, string | boolean>>
const parse = (change: Change) => {
  const typed = { ...TYPED, ...change } as Parameters<typeof rulesOf>[0]
  return CheckoutForm.safeExtend(rulesOf(typed)).safeParse(typed)
}
const problems = (change: Change) => parse(change).error?.issues.map(({ path }) => path.join('.'))

describe('a gift and a company at the checkout', () => {
  it('need only what was ticked, whatever an earlier draft says', () => {
    expect(problems({ recipientPhone: 'x', cardMessage: '🎂', buyerGstin: 'x' })).toBeUndefined()
    expect(toGiftOrder({ ...TYPED, cardMessage: '🎂', companyName: 'Deccan' })).toEqual({})
    expect(problems({ isGift: true })).toEqual(['recipientFirstName', 'recipientLastName', 'recipientPhone'])
    expect(problems({ isCompany: true })).toContain('companyName')
    expect(problems({ ...GIFT, cardMessage: '🎂' })).toEqual(['cardMessage'])
    expect(problems({ ...GIFT, notify: 'named' })).toEqual(['cardFrom'])
    expect(problems({ ...COMPANY, buyerGstin: '29AAAAA0000A1Z5' })).toEqual(['buyerGstin'])
  })

  it('write the name of the recipient on the card', () => {
    expect(parse({ ...GIFT, cardMessage: 'Dear {name},' }).data?.cardMessage).toBe('Dear Ravi,')
    expect(problems({ ...GIFT, cardMessage: 'Dear {company},' })).toEqual(['cardMessage'])
    expect(problems({ ...GIFT, cardMessage: `${'a'.repeat(199)}{name}` })).toEqual(['cardMessage'])
  })

  it('go to the recipient with the card, and name the company', () => {
    const form = parse({
      ...GIFT,
      ...COMPANY,
      cardMessage: 'Hi',
      cardFrom: 'Asha',
      hasWrap: true,
      notify: 'named',
    }).data
    if (!form) throw new Error('The form is right')
    expect(toShippingAddress(form)).toMatchObject({ firstName: 'Ravi', lastName: 'Kumar', pincode: '500034' })
    expect(toGiftOrder(form)).toEqual({
      gift: { recipientPhone: '+919876500000', message: 'Hi', from: 'Asha', hasWrap: true, notify: 'named' },
      ...{ companyName: 'Deccan Design', buyerGstin: '29AAAAA0000A1ZY' },
    })
  })
})
