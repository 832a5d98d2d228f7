import { describe, expect, it } from 'vitest'
import { paise } from '#src/core/money.ts'
import {
  giftOnItsWaySms,
  orderShippedMail,
  orderShippedSms,
  orderTrackingMail,
  pickupReadyMail,
} from '#src/features/orders/messages/orders.messages.ts'
import type { Gift } from '#src/features/orders/order-form.contract.ts'
import { newOrderMail, orderPaidMail } from '#src/features/payments/payments.messages.ts'
import { asText } from '#tests/factories/mail.ts'
import { createMailedOrder } from '#tests/factories/mailed-order.ts'

const gift: Gift = { recipientPhone: '+919876500000', message: 'Hi', from: 'Asha', hasWrap: true, notify: 'none' }
const shippingAddress = {
  ...{ firstName: 'Ravi', lastName: 'Kumar', address: '7 FC Road', city: 'Pune' },
  ...{ state: 'Maharashtra' as const, pincode: '411004' },
}
const order = createMailedOrder({ gift, shippingAddress, giftWrap: paise(60_00), total: paise(1260_50) })

describe('the messages about a gift', () => {
  it('to the buyer say to whom it goes when it is paid, and what the wrapping cost', () => {
    const { text } = asText(orderPaidMail(order, undefined))
    expect(text).toContain(
      'Thank you, Asha Rao. We received ₹1,260.50 for order ORD_1763750000000_k3v9x2. We will pack your gift for Ravi Kumar and write when it ships.',
    )
    expect(text).toContain('Shipping: ₹150.00\nGift wrapping: ₹60.00\nTotal: ₹1,260.50')
    expect(text).toContain('The gift goes to:\nRavi Kumar\n7 FC Road\nPune, Maharashtra 411004')
  })

  it('to the buyer say that it was sent', () => {
    expect(asText(orderShippedMail(order))).toMatchInlineSnapshot(`
      {
        "subject": "Golconda Cacao: your gift ORD_1763750000000_k3v9x2 is on its way",
        "text": "Dear Asha Rao,

      Your gift to Ravi Kumar in Pune, order ORD_1763750000000_k3v9x2, has left our studio.

      We have no tracking number for this parcel. If we get one, we will send it to you.

      Expected on Thu, 26 Nov. Someone should be at home to receive it: chocolate melts in the heat. We do not write to Ravi, so please tell Ravi yourself, unless it is a surprise.

      If something is wrong, please tell us within 7 days after it arrives: under My Orders, choose Report a Problem.

      Follow your order without signing in:
      https://shop.example/orders?track=mJ3kZ0a7Qw9x2Lr5Tn8vBc

      Anyone with this link sees what you ordered and where it is, but no address and no price, until 24 Feb 2027. Keep it to yourself if the gift is a surprise.

      2 × Rose Truffle: ₹900.00
        Vegetarian, no egg. Contains milk and soya. May contain tree nuts.
      1 × Assam Dark 70 %: ₹250.50

      Subtotal: ₹1,150.50
      Discount (DIWALI): -₹100.00
      Shipping: ₹150.00
      Gift wrapping: ₹60.00
      Total: ₹1,260.50

      The gift goes to:
      Ravi Kumar
      7 FC Road
      Pune, Maharashtra 411004

      To see your order, sign in:
      https://shop.example/orders?view=0b9f6a3e-5b1c-4b5e-9d0a-1f2e3d4c5b6a

      Questions? Please write to hello@shop.example or call +91 98765 43210, and mention the order ORD_1763750000000_k3v9x2.

      Golconda Cacao",
      }
    `)
    expect(asText(orderTrackingMail(order, { courier: 'Delhivery', number: '1', page: null })).text).toContain(
      'You can now follow your gift to Ravi Kumar, order ORD_1763750000000_k3v9x2.',
    )
    expect(asText(pickupReadyMail(order)).text).toContain(
      'Your gift for Ravi Kumar, order ORD_1763750000000_k3v9x2, is packed and ready for pickup.',
    )
    expect(asText(newOrderMail(order, 'link')).text).toContain('A gift. To Maharashtra, PIN 411004.')
  })

  it('by SMS to the buyer name the recipient if an SMS can', () => {
    const { text } = orderShippedSms(order)
    expect(text).toBe('Golconda Cacao: we have sent your gift to Ravi Kumar. Order ORD_1763750000000_k3v9x2.')
    const telugu = { ...order, shippingAddress: { ...shippingAddress, firstName: 'రవి' } }
    expect(orderShippedSms(telugu).text).toContain('your order ORD_1763750000000_k3v9x2 is on its way.')
  })

  it('to the recipient exist only where the buyer chose one, with or without the name', () => {
    expect(giftOnItsWaySms(gift)).toBeUndefined()
    expect(giftOnItsWaySms({ ...gift, notify: 'surprise' })?.text).toBe(
      'A gift from Golconda Cacao is on its way to you. Please have someone at home: chocolate melts.',
    )
    expect(giftOnItsWaySms({ ...gift, notify: 'named' })?.text).toBe(
      'A gift from Asha, made by Golconda Cacao, is on its way to you. Please have someone at home: chocolate melts.',
    )
  })
})
