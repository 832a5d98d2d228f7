import { describe, expect, it } from 'vitest'
import { paise } from '#src/core/money.ts'
import { GIFT } from '#tests/factories/gifts.ts'
import { asText } from '#tests/factories/mail.ts'
import { createMailedOrder } from '#tests/factories/mailed-order.ts'
import {
  newOrderMail,
  orderPaidMail,
  orderPaidSms,
  refundDecisionMail,
  refundDoneMail,
  refundDueMail,
  unmatchedPaymentMail,
} from './payments.messages.ts'

const order = createMailedOrder()
const invoice = {
  what: 'tax invoice KC/26-27/000042',
  link: 'https://shop.example/api/orders/0b9f6a3e/invoice',
  tax: [
    ['CGST', paise(28_58)],
    ['SGST', paise(28_58)],
  ] as const,
}
const link = 'https://shop.example/admin/payments?status=decide'

describe('the message about a payment', () => {
  it('thanks for a payment by mail, with all items and the next steps', () => {
    expect(asText(orderPaidMail(order, invoice))).toMatchInlineSnapshot(`
      {
        "subject": "Golconda Cacao: we received your payment for order ORD_1763750000000_k3v9x2",
        "text": "Thank you, Asha Rao. We received ₹1,200.50 for order ORD_1763750000000_k3v9x2. We will pack it and write when it ships.

      2 × Rose Truffle: ₹900.00
        Vegetarian, no egg. Contains milk and soya. May contain tree nuts.
      1 × Assam Dark 70 %: ₹250.50

      Subtotal: ₹1,150.50
      Discount (DIWALI): -₹100.00
      Shipping: ₹150.00
      Total: ₹1,200.50
      Included GST: CGST ₹28.58, SGST ₹28.58

      Delivery address:
      Asha Rao
      12 Charminar Road
      Behind the mosque
      Hyderabad, Telangana 500002

      Is the address wrong? Tell us before we send it on Wed, 25 Nov.

      Expected on Thu, 26 Nov.

      Follow your order without signing in:
      https://shop.example/orders?track=mJ3kZ0a7Qw9x2Lr5Tn8vBc

      Anyone with this link sees what you ordered and where it is, but no address and no price, until 24 Feb 2027.

      Your tax invoice KC/26-27/000042 (please sign in): https://shop.example/api/orders/0b9f6a3e/invoice

      To see your order, sign in:
      https://shop.example/orders?view=0b9f6a3e-5b1c-4b5e-9d0a-1f2e3d4c5b6a

      Questions? Please write to hello@shop.example or call +91 98765 43210, and mention the order ORD_1763750000000_k3v9x2.

      Golconda Cacao",
      }
    `)
  })

  it('leaves out tax, invoice and date where there are none', () => {
    const byArrangement = { ...order, discount: paise(0), promoCode: null, shipping: paise(0), expected: null }
    expect(asText(orderPaidMail(byArrangement, undefined)).text).toMatchInlineSnapshot(`
      "Thank you, Asha Rao. We received ₹1,200.50 for order ORD_1763750000000_k3v9x2. We will pack it and write when it ships.

      2 × Rose Truffle: ₹900.00
        Vegetarian, no egg. Contains milk and soya. May contain tree nuts.
      1 × Assam Dark 70 %: ₹250.50

      Subtotal: ₹1,150.50
      Shipping: free
      Total: ₹1,200.50

      Delivery address:
      Asha Rao
      12 Charminar Road
      Behind the mosque
      Hyderabad, Telangana 500002

      Is the address wrong? Tell us before we send it on Wed, 25 Nov.

      Follow your order without signing in:
      https://shop.example/orders?track=mJ3kZ0a7Qw9x2Lr5Tn8vBc

      Anyone with this link sees what you ordered and where it is, but no address and no price, until 24 Feb 2027.

      To see your order, sign in:
      https://shop.example/orders?view=0b9f6a3e-5b1c-4b5e-9d0a-1f2e3d4c5b6a

      Questions? Please write to hello@shop.example or call +91 98765 43210, and mention the order ORD_1763750000000_k3v9x2.

      Golconda Cacao"
    `)
  })

  it('says when a custom chocolate is ready', () => {
    const { text } = asText(orderPaidMail(createMailedOrder({ isCrafted: true }), invoice))
    expect(text).toContain('We will write when your chocolate is made.')
    expect(text).toContain('Ready on Wed, 25 Nov. Expected on Thu, 26 Nov.')
  })

  it('says what heat asks for, and the amounts add up', () => {
    const packed = createMailedOrder({ heat: 'cool-pack', coolPack: paise(90_00), total: paise(1290_50) })
    expect(asText(orderPaidMail(packed, invoice)).text).toContain(
      'Discount (DIWALI): -₹100.00\nShipping: ₹150.00\nCool pack: ₹90.00\nTotal: ₹1,290.50\n',
    )
    expect(asText(orderPaidMail(packed, invoice)).text).toContain('With a cool pack. Expected on Thu, 26 Nov.')
    expect(asText(newOrderMail(packed, link)).text).toContain('To be packed with a cool pack, leaves on Wed, 25 Nov.')
    const waiting = createMailedOrder({ heat: 'wait' })
    expect(asText(orderPaidMail(waiting, invoice)).text).toContain(
      'We send it on Wed, 25 Nov, when it is cooler. Expected on Thu, 26 Nov.\n\nUntil we pack it, you can cancel it',
    )
    expect(asText(newOrderMail(waiting, link)).text).toContain('Held for heat, leaves on Wed, 25 Nov.')
  })

  it('thanks for a payment by SMS, within one message and without the name', () => {
    const { text } = orderPaidSms(createMailedOrder({ total: paise(123_456_50) }))
    expect(text).toMatchInlineSnapshot(
      `"Golconda Cacao: payment of Rs 1,23,456.50 received for order ORD_1763750000000_k3v9x2. We will write when it ships."`,
    )
    expect(text.length).toBeLessThanOrEqual(160)
  })

  it('tells the admins about a new order without naming the customer', () => {
    const mail = asText(newOrderMail(order, 'https://shop.example/admin?q=ORD_1763750000000_k3v9x2'))
    expect(mail).toMatchInlineSnapshot(`
      {
        "subject": "New order ₹1,200.50, 2 products, leaves on Wed, 25 Nov: ORD_1763750000000_k3v9x2",
        "text": "2 × Rose Truffle: ₹900.00
        Vegetarian, no egg. Contains milk and soya. May contain tree nuts.
      1 × Assam Dark 70 %: ₹250.50

      Subtotal: ₹1,150.50
      Discount (DIWALI): -₹100.00
      Shipping: ₹150.00
      Total: ₹1,200.50

      To Telangana, PIN 500002. To be packed, leaves on Wed, 25 Nov.

      Open it: https://shop.example/admin?q=ORD_1763750000000_k3v9x2",
      }
    `)
    expect(JSON.stringify(mail)).not.toMatch(/Asha|Charminar/)
    const crafted = asText(newOrderMail(createMailedOrder({ isCrafted: true, lines: order.lines.slice(0, 1) }), link))
    expect(crafted.subject).toMatchInlineSnapshot(
      `"New order ₹1,200.50, 1 product, ready on Wed, 25 Nov: ORD_1763750000000_k3v9x2"`,
    )
  })

  it('tells the admins to how many people an order goes, and on which days', () => {
    const to = (shipOn: string) => ({
      number: 1,
      recipient: 'Ravi Kumar',
      place: 'Pune 411004',
      shipOn,
      expected: null,
    })
    const change = { gift: GIFT, parcels: [to('2026-11-27'), to('2026-11-25')] }
    const { subject, text } = asText(newOrderMail(createMailedOrder(change), link))
    expect(subject).toBe(
      'New order ₹1,200.50, 2 parcels to 2 people, 2 products, leaves from Wed, 25 Nov to Fri, 27 Nov: ORD_1763750000000_k3v9x2',
    )
    expect(text).toContain('\n\n2 parcels to 2 people. To be packed, leaves from Wed, 25 Nov to Fri, 27 Nov.\n\n')
    expect(text).not.toMatch(/A gift|PIN|Ravi|Pune/)
  })

  it('tells the admins about a refund and a payment that need a decision', () => {
    const { reference } = order
    const why = 'The order was cancelled.'
    expect(asText(refundDecisionMail({ reference, amount: paise(500_00), why, link }))).toMatchInlineSnapshot(`
      {
        "subject": "A refund of ₹500.00 needs your decision: order ORD_1763750000000_k3v9x2",
        "text": "₹500.00 received for order ORD_1763750000000_k3v9x2 has to be refunded. The order was cancelled. Please approve the refund, or say that you made it yourself.

      Decide here: https://shop.example/admin/payments?status=decide",
      }
    `)
    expect(
      asText(
        unmatchedPaymentMail({
          ...{ amount: paise(500_00), why: 'Money came for nobody.', link, reference: null },
          ...{ upiTxnId: '632512345678', reportedAt: new Date('2026-11-22T13:00:00Z') },
        }),
      ),
    ).toMatchInlineSnapshot(`
      {
        "subject": "₹500.00 needs your decision",
        "text": "Money came for nobody.

      Amount: ₹500.00
      UPI reference: 632512345678
      Reported: 22 Nov 2026, 6:30 pm

      Decide here: https://shop.example/admin/payments?status=decide",
      }
    `)
  })

  it('announces a refund, with the bank reference of the payment', () => {
    expect(
      asText(refundDueMail(order, { amount: paise(500_00), upiTxnId: '632512345678', reason: 'duplicate-payment' })),
    ).toMatchInlineSnapshot(`
      {
        "subject": "Golconda Cacao: we owe you a refund of ₹500",
        "text": "Dear Asha Rao,

      You paid ₹500.00 (UPI reference 632512345678) for order ORD_1763750000000_k3v9x2. The order was already paid.

      We are sorry, and refund the ₹500.00 in full. We send it within 2 business days, to the account that you paid from.

      To see your order, sign in:
      https://shop.example/orders?view=0b9f6a3e-5b1c-4b5e-9d0a-1f2e3d4c5b6a

      Questions? Please write to hello@shop.example or call +91 98765 43210, and mention the order ORD_1763750000000_k3v9x2.

      Golconda Cacao",
      }
    `)
  })

  it('confirms a refund, with the reference of the transfer', () => {
    expect(
      asText(
        refundDoneMail(order, {
          ...{ amount: paise(500_00), reason: 'admin', bankReference: 'NEFT000123', way: 'by-hand' },
          ...{ pieces: '2 × Rose Truffle (SC-1006)', paid: { amount: paise(1200_50), refundedInAll: paise(700_00) } },
        }),
      ),
    ).toMatchInlineSnapshot(`
      {
        "subject": "Golconda Cacao: we have refunded ₹500",
        "text": "Dear Asha Rao,

      We have refunded ₹500.00 of the ₹1,200.50 that you paid for order ORD_1763750000000_k3v9x2, for 2 × Rose Truffle (SC-1006). In all, we have refunded ₹700.00.

      We sent it by bank transfer. If you do not see it by the end of the next working day, please write to us. The bank's reference is NEFT000123.

      To see your order, sign in:
      https://shop.example/orders?view=0b9f6a3e-5b1c-4b5e-9d0a-1f2e3d4c5b6a

      Questions? Please write to hello@shop.example or call +91 98765 43210, and mention the order ORD_1763750000000_k3v9x2.

      Golconda Cacao",
      }
    `)
  })

  it.each([
    ['instant', 'within the hour'],
    ['normal', 'within 5 to 7 business days'],
  ] as const)('gateway doubt 2: promises for a refund of %s speed what the gateway says', (way, promise) => {
    const { text } = asText(
      refundDoneMail(order, { amount: paise(500_00), reason: 'sold-out', bankReference: null, way }),
    )
    expect(text).toContain(promise)
    expect(text).not.toContain('a day or two')
  })
})
