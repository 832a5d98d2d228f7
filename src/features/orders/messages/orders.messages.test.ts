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
  parcelsShippedMail,
  shipDayMovedMail,
} from './orders.messages.ts'

const order = createMailedOrder()
const page = 'https://www.delhivery.com/track/package/1234567890123'

describe('the message about a parcel', () => {
  it('says that it was shipped, when it arrives, and how to track it if possible', () => {
    expect(
      asText(orderShippedMail(order, { courier: 'Delhivery', number: '1234567890123', page })),
    ).toMatchInlineSnapshot(`
      {
        "subject": "Golconda Cacao: your order ORD_1763750000000_k3v9x2 is on its way",
        "text": "Dear Asha Rao,

      Your order ORD_1763750000000_k3v9x2 has left our studio.

      Delhivery brings it; the tracking number is 1234567890123.

      Follow the parcel: https://www.delhivery.com/track/package/1234567890123

      Expected on Thu, 26 Nov. Please have someone at home: chocolate melts in the heat.

      If something is wrong, please tell us within 7 days after it arrives: under My Orders, choose Report a Problem.

      Follow your order without signing in:
      https://shop.example/orders?track=mJ3kZ0a7Qw9x2Lr5Tn8vBc

      Anyone with this link sees what you ordered and where it is, but no address and no price, until 24 Feb 2027.

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

      To see your order, sign in:
      https://shop.example/orders?view=0b9f6a3e-5b1c-4b5e-9d0a-1f2e3d4c5b6a

      Questions? Please write to hello@shop.example or call +91 98765 43210, and mention the order ORD_1763750000000_k3v9x2.

      Golconda Cacao",
      }
    `)
    expect(asText(orderShippedMail(order)).text).not.toContain('the tracking number is')
  })

  it('fits in one SMS', () => {
    const { text } = orderShippedSms(order)
    expect(text).toMatchInlineSnapshot(
      `"Golconda Cacao: your order ORD_1763750000000_k3v9x2 is on its way. Chocolate melts, so please have someone at home. A problem? See My Orders."`,
    )
    expect(text.length).toBeLessThanOrEqual(160)
  })

  it('asks a customer whose order waits for cooler weather, and says what to do', () => {
    expect(asText(orderHeldMail(createMailedOrder({ heat: 'wait', shipOn: '2027-06-28' })))).toMatchInlineSnapshot(`
      {
        "subject": "Golconda Cacao: your order ORD_1763750000000_k3v9x2 still waits for cooler weather",
        "text": "Dear Asha Rao,

      Your order ORD_1763750000000_k3v9x2 still waits for cooler weather. We plan to send it on Mon, 28 Jun. Expected on Thu, 26 Nov. You do not need to do anything.

      If you would rather not wait, you can cancel it for a full refund:
      https://shop.example/orders?view=0b9f6a3e-5b1c-4b5e-9d0a-1f2e3d4c5b6a

      2 × Rose Truffle: ₹900.00
        Vegetarian, no egg. Contains milk and soya. May contain tree nuts.
      1 × Assam Dark 70 %: ₹250.50

      Subtotal: ₹1,150.50
      Discount (DIWALI): -₹100.00
      Shipping: ₹150.00
      Total: ₹1,200.50

      To see your order, sign in:
      https://shop.example/orders?view=0b9f6a3e-5b1c-4b5e-9d0a-1f2e3d4c5b6a

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

      You can now follow your order ORD_1763750000000_k3v9x2.

      A cousin on a scooter brings it; the tracking number is 7.

      Expected on Thu, 26 Nov.

      Follow your order without signing in:
      https://shop.example/orders?track=mJ3kZ0a7Qw9x2Lr5Tn8vBc

      Anyone with this link sees what you ordered and where it is, but no address and no price, until 24 Feb 2027.

      2 × Rose Truffle: ₹900.00
        Vegetarian, no egg. Contains milk and soya. May contain tree nuts.
      1 × Assam Dark 70 %: ₹250.50

      Delivery address:
      Asha Rao
      12 Charminar Road
      Behind the mosque
      Hyderabad, Telangana 500002

      To see your order, sign in:
      https://shop.example/orders?view=0b9f6a3e-5b1c-4b5e-9d0a-1f2e3d4c5b6a

      Questions? Please write to hello@shop.example or call +91 98765 43210, and mention the order ORD_1763750000000_k3v9x2.

      Golconda Cacao",
      }
    `)
  })

  it('says that an order is cancelled, and that the payment will be refunded', () => {
    const paid = { total: paise(1200_50), refunded: paise(1200_50) }
    expect(asText(orderCancelledMail(order, { by: 'customer', paid }))).toMatchInlineSnapshot(`
      {
        "subject": "Golconda Cacao: your order ORD_1763750000000_k3v9x2 is cancelled",
        "text": "Dear Asha Rao,

      You cancelled your order ORD_1763750000000_k3v9x2.

      You get back the ₹1,200.50 that you paid, in full. We send it within 2 business days, to the account that you paid from. We write to you once it is sent.

      2 × Rose Truffle: ₹900.00
        Vegetarian, no egg. Contains milk and soya. May contain tree nuts.
      1 × Assam Dark 70 %: ₹250.50

      To see your order, sign in:
      https://shop.example/orders?view=0b9f6a3e-5b1c-4b5e-9d0a-1f2e3d4c5b6a

      Questions? Please write to hello@shop.example or call +91 98765 43210, and mention the order ORD_1763750000000_k3v9x2.

      Golconda Cacao",
      }
    `)
    expect(asText(orderCancelledMail(order, { by: 'customer' })).text).toContain(
      'It was not paid, so there is nothing to refund.',
    )
    const repaid = orderCancelledMail(order, { by: 'customer', paid: { ...paid, refunded: paise(0) } })
    expect(asText(repaid).text).toContain('We have refunded all that you paid for it before')
  })

  it('tells a customer whose order we cancelled why, and that the day has moved from which one', () => {
    const reason = 'The last box broke.'
    const { text } = asText(orderCancelledMail(order, { by: 'admin', reason, paid: 'replacement' }))
    expect(text).toContain(`We are sorry: we had to cancel your order ${order.reference}.\n\nWhy:\n${reason}`)
    const moved = asText(shipDayMovedMail(order, { before: '2026-11-23', reason }))
    expect(moved.text).toContain('on Wed, 25 Nov, not on Mon, 23 Nov as we said.')
  })

  it('says how many of the parcels leave, and whether another one follows', () => {
    const to = (number: number) => ({ number, recipient: 'Ravi Kumar', place: 'Pune 411004', ...day })
    const day = { shipOn: '2026-11-25', expected: null }
    const some = createMailedOrder({ reference: 'ORD_1_a-2', parcels: [to(2), to(3)] })
    const { text } = asText(parcelsShippedMail(some, 3))
    expect(text).toContain('2 of the 3 parcels of your order ORD_1_a leave our studio today. We write again')
    expect(text).toContain('\n2. Ravi Kumar, Pune 411004: delivery by arrangement\n3. Ravi Kumar')
    expect(asText(parcelsShippedMail(some, 2)).text).not.toContain('We write again')
  })
})
