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
  what: 'invoice KC/26-27/000042',
  link: 'https://shop.example/api/orders/0b9f6a3e/invoice',
  tax: [
    ['CGST', paise(28_58)],
    ['SGST', paise(28_58)],
  ] as const,
}
const link = 'https://shop.example/admin/payments?status=decide'

describe('promise M6: the message about a payment', () => {
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

      Expected on Thu, 26 Nov.

      Follow your order without signing in. You can share this link:
      https://shop.example/orders?track=mJ3kZ0a7Qw9x2Lr5Tn8vBc

      Your invoice KC/26-27/000042: https://shop.example/api/orders/0b9f6a3e/invoice

      Your order: https://shop.example/orders?view=0b9f6a3e-5b1c-4b5e-9d0a-1f2e3d4c5b6a

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

      Follow your order without signing in. You can share this link:
      https://shop.example/orders?track=mJ3kZ0a7Qw9x2Lr5Tn8vBc

      Your order: https://shop.example/orders?view=0b9f6a3e-5b1c-4b5e-9d0a-1f2e3d4c5b6a

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
      'We send it when it is cooler: on Wed, 25 Nov. Until we pack it, you can cancel it for a full refund. Expected on Thu, 26 Nov.',
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
        "subject": "New order ₹1,200.50, 2 lines, leaves on Wed, 25 Nov: ORD_1763750000000_k3v9x2",
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
    const crafted = asText(newOrderMail(createMailedOrder({ isCrafted: true, lineCount: 1 }), link))
    expect(crafted.subject).toMatchInlineSnapshot(
      `"New order ₹1,200.50, 1 line, ready on Wed, 25 Nov: ORD_1763750000000_k3v9x2"`,
    )
  })

  it('tells the admins to how many people an order goes, and on which days', () => {
    const to = (shipOn: string) => ({ recipient: 'Ravi Kumar', place: 'Pune 411004', shipOn, expected: null })
    const change = { gift: GIFT, lineCount: 5, parcels: [to('2026-11-27'), to('2026-11-25')] }
    const { subject, text } = asText(newOrderMail(createMailedOrder(change), link))
    expect(subject).toBe(
      'New order ₹1,200.50, 2 parcels to 2 people, 5 lines, leaves from Wed, 25 Nov to Fri, 27 Nov: ORD_1763750000000_k3v9x2',
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
        "text": "₹500.00 received for order ORD_1763750000000_k3v9x2 has to be refunded. The order was cancelled.

      Decide here: https://shop.example/admin/payments?status=decide",
      }
    `)
    expect(
      asText(unmatchedPaymentMail({ amount: paise(500_00), why: 'Money came for nobody.', link })),
    ).toMatchInlineSnapshot(`
      {
        "subject": "₹500.00 needs your decision",
        "text": "Money came for nobody.

      Decide here: https://shop.example/admin/payments?status=decide",
      }
    `)
  })

  it('announces a refund, with the bank reference of the payment', () => {
    expect(asText(refundDueMail(order, { amount: paise(500_00), upiTxnId: '632512345678' }))).toMatchInlineSnapshot(`
      {
        "subject": "Golconda Cacao: we owe you a refund",
        "text": "Dear Asha Rao,

      We received ₹500.00 (UPI reference 632512345678) for order ORD_1763750000000_k3v9x2 that we cannot use. We are sorry. We will refund it in full.

      Your order: https://shop.example/orders?view=0b9f6a3e-5b1c-4b5e-9d0a-1f2e3d4c5b6a

      Questions? Please write to hello@shop.example or call +91 98765 43210, and mention the order ORD_1763750000000_k3v9x2.

      Golconda Cacao",
      }
    `)
  })

  it('confirms a refund, with the reference of the transfer', () => {
    expect(
      asText(refundDoneMail(order, { amount: paise(500_00), bankReference: 'NEFT000123', way: 'by-hand' })),
    ).toMatchInlineSnapshot(`
      {
        "subject": "Golconda Cacao: we have refunded your payment",
        "text": "Dear Asha Rao,

      We have refunded ₹500.00 for order ORD_1763750000000_k3v9x2, under the bank's reference NEFT000123. We made this transfer ourselves. If you do not see it by the end of the next working day, please write to us.

      Your order: https://shop.example/orders?view=0b9f6a3e-5b1c-4b5e-9d0a-1f2e3d4c5b6a

      Questions? Please write to hello@shop.example or call +91 98765 43210, and mention the order ORD_1763750000000_k3v9x2.

      Golconda Cacao",
      }
    `)
  })

  it.each([
    ['instant', 'within the hour'],
    ['normal', 'within 5 to 7 business days'],
  ] as const)('gateway doubt 2: promises for a refund of %s speed what the gateway says', (way, promise) => {
    const { text } = asText(refundDoneMail(order, { amount: paise(500_00), bankReference: null, way }))
    expect(text).toContain(promise)
    expect(text).not.toContain('a day or two')
  })
})
