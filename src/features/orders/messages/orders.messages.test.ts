import { describe, expect, it } from 'vitest'
import { paise } from '#src/core/money.ts'
import { asText } from '#tests/factories/mail.ts'
import { createMailedOrder } from '#tests/factories/mailed-order.ts'
import {
  orderCancelledMail,
  orderHeldMail,
  orderShippedMail,
  orderShippedSms,
  orderTrackingMail,
} from './orders.messages.ts'

const order = createMailedOrder()
const page = 'https://www.delhivery.com/track/package/1234567890123'

describe('promise M6: the message about a parcel', () => {
  it('says that it was shipped, when it arrives, and how to track it if possible', () => {
    expect(
      asText(orderShippedMail(order, { courier: 'Delhivery', number: '1234567890123', page })),
    ).toMatchInlineSnapshot(`
      {
        "subject": "Golconda Cacao: your order ORD_1763750000000_k3v9x2 is on its way",
        "text": "Dear Asha Rao,

      Your chocolates have left our studio. Order ORD_1763750000000_k3v9x2.

      The parcel is shipped with Delhivery, tracking number 1234567890123.

      Follow the parcel: https://www.delhivery.com/track/package/1234567890123

      Expected on Thu, 26 Nov.

      Follow your order without signing in. You can share this link:
      https://shop.example/orders?track=mJ3kZ0a7Qw9x2Lr5Tn8vBc

      2 × Rose Truffle: ₹900.00
        Vegetarian, no egg. Contains milk and soya. May contain tree nuts.
      1 × Assam Dark 70 %: ₹250.50

      Subtotal: ₹1,150.50
      Discount (DIWALI): -₹100.00
      Shipping: ₹150.00
      Total: ₹1,200.50

      Delivery address:
      Asha Rao
      12 Charminar Road
      Behind the mosque
      Hyderabad, Telangana 500002

      Your order: https://shop.example/orders?view=0b9f6a3e-5b1c-4b5e-9d0a-1f2e3d4c5b6a

      Questions? Please write to hello@shop.example or call +91 98765 43210, and mention the order ORD_1763750000000_k3v9x2.

      Golconda Cacao",
      }
    `)
    expect(asText(orderShippedMail(order)).text).not.toContain('The parcel is shipped with')
  })

  it('fits in one SMS', () => {
    const { text } = orderShippedSms(order)
    expect(text).toMatchInlineSnapshot(
      `"Golconda Cacao: your order ORD_1763750000000_k3v9x2 is on its way. Chocolate melts in the heat, so please have someone at home."`,
    )
    expect(text.length).toBeLessThanOrEqual(160)
  })

  it('asks a customer whose order waits for cooler weather, and says what to do', () => {
    expect(asText(orderHeldMail(createMailedOrder({ heat: 'wait', shipOn: '2027-06-28' })))).toMatchInlineSnapshot(`
      {
        "subject": "Golconda Cacao: your order ORD_1763750000000_k3v9x2 still waits for cooler weather",
        "text": "Dear Asha Rao,

      Your order still waits for cooler weather. We plan to send it on Mon, 28 Jun. You need do nothing.

      If you would rather not wait, you can cancel it for a full refund:
      https://shop.example/orders?view=0b9f6a3e-5b1c-4b5e-9d0a-1f2e3d4c5b6a

      2 × Rose Truffle: ₹900.00
        Vegetarian, no egg. Contains milk and soya. May contain tree nuts.
      1 × Assam Dark 70 %: ₹250.50

      Subtotal: ₹1,150.50
      Discount (DIWALI): -₹100.00
      Shipping: ₹150.00
      Total: ₹1,200.50

      Your order: https://shop.example/orders?view=0b9f6a3e-5b1c-4b5e-9d0a-1f2e3d4c5b6a

      Questions? Please write to hello@shop.example or call +91 98765 43210, and mention the order ORD_1763750000000_k3v9x2.

      Golconda Cacao",
      }
    `)
  })

  it('sends a tracking number that was added later', () => {
    const tracking = { courier: 'A cousin on a scooter', number: '7', page: null }
    expect(asText(orderTrackingMail(order, tracking))).toMatchInlineSnapshot(`
      {
        "subject": "Golconda Cacao: the tracking number of your order ORD_1763750000000_k3v9x2",
        "text": "Dear Asha Rao,

      You can follow your chocolates now. Order ORD_1763750000000_k3v9x2.

      The parcel is shipped with A cousin on a scooter, tracking number 7.

      Expected on Thu, 26 Nov.

      Follow your order without signing in. You can share this link:
      https://shop.example/orders?track=mJ3kZ0a7Qw9x2Lr5Tn8vBc

      2 × Rose Truffle: ₹900.00
        Vegetarian, no egg. Contains milk and soya. May contain tree nuts.
      1 × Assam Dark 70 %: ₹250.50

      Delivery address:
      Asha Rao
      12 Charminar Road
      Behind the mosque
      Hyderabad, Telangana 500002

      Your order: https://shop.example/orders?view=0b9f6a3e-5b1c-4b5e-9d0a-1f2e3d4c5b6a

      Questions? Please write to hello@shop.example or call +91 98765 43210, and mention the order ORD_1763750000000_k3v9x2.

      Golconda Cacao",
      }
    `)
  })

  it('says that an order is cancelled, and that the payment will be refunded', () => {
    expect(
      asText(orderCancelledMail(order, { total: paise(1200_50), refunded: paise(1200_50) })),
    ).toMatchInlineSnapshot(`
      {
        "subject": "Golconda Cacao: your order ORD_1763750000000_k3v9x2 is cancelled",
        "text": "Dear Asha Rao,

      Order ORD_1763750000000_k3v9x2 is cancelled.

      2 × Rose Truffle: ₹900.00
        Vegetarian, no egg. Contains milk and soya. May contain tree nuts.
      1 × Assam Dark 70 %: ₹250.50

      Subtotal: ₹1,150.50
      Discount (DIWALI): -₹100.00
      Shipping: ₹150.00
      Total: ₹1,200.50

      You get back the ₹1,200.50 that you paid, in full. We will write to you when it is on its way.

      Your order: https://shop.example/orders?view=0b9f6a3e-5b1c-4b5e-9d0a-1f2e3d4c5b6a

      Questions? Please write to hello@shop.example or call +91 98765 43210, and mention the order ORD_1763750000000_k3v9x2.

      Golconda Cacao",
      }
    `)
    expect(asText(orderCancelledMail(order)).text).toContain('It was not paid, so there is nothing to refund.')
    const repaid = orderCancelledMail(order, { total: paise(1200_50), refunded: paise(0) })
    expect(asText(repaid).text).toContain('We have refunded all that you paid for it before')
  })
})
