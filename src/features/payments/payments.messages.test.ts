import { describe, expect, it } from 'vitest'
import { orderPaidMail, orderPaidSms, refundDoneMail, refundDueMail } from './payments.messages.ts'

const customerName = 'Srinivasa Venkata Lakshmi Narasimha Satyanarayana '.repeat(3).slice(0, 120).trim()
const order = { reference: 'ORD_1763750000000_k3v9x2', customerName, amount: 123456.5 }

describe('the word about money', () => {
  it('thanks for a payment by mail', () => {
    expect(orderPaidMail(order)).toMatchInlineSnapshot(`
      {
        "subject": "Golconda Cacao: we received your payment",
        "text": "Thank you, Srinivasa Venkata Lakshmi Narasimha Satyanarayana Srinivasa Venkata Lakshmi Narasimha Satyanarayana Srinivasa Venkata La. We received ₹1,23,456.50 for order ORD_1763750000000_k3v9x2 and begin to pack it.",
      }
    `)
  })

  it('thanks for a payment by SMS, within one message and without the name', () => {
    const { text } = orderPaidSms(order)
    expect(text).toMatchInlineSnapshot(
      `"Golconda Cacao: payment of Rs 1,23,456.50 received for order ORD_1763750000000_k3v9x2. We begin to pack it and write when it leaves."`,
    )
    expect(text.length).toBeLessThanOrEqual(160)
  })

  it('says what is owed back, with the number of the bank', () => {
    expect(refundDueMail({ ...order, upiTxnId: '632512345678' })).toMatchInlineSnapshot(`
      {
        "subject": "Golconda Cacao: we owe you a refund",
        "text": "Dear Srinivasa Venkata Lakshmi Narasimha Satyanarayana Srinivasa Venkata Lakshmi Narasimha Satyanarayana Srinivasa Venkata La,

      we received ₹1,23,456.50 (UPI reference 632512345678) for order ORD_1763750000000_k3v9x2 that we cannot use. We are sorry. You get it back in full.",
      }
    `)
  })

  it('says that it has gone back, with the number of that transfer', () => {
    expect(refundDoneMail({ ...order, bankReference: 'NEFT000123', way: 'by-hand' })).toMatchInlineSnapshot(`
      {
        "subject": "Golconda Cacao: we have sent your money back",
        "text": "Dear Srinivasa Venkata Lakshmi Narasimha Satyanarayana Srinivasa Venkata Lakshmi Narasimha Satyanarayana Srinivasa Venkata La,

      we have sent you ₹1,23,456.50 for order ORD_1763750000000_k3v9x2 back, under the bank's reference NEFT000123. We made this transfer ourselves. If you do not see it by the end of the next working day, please write to us.

      Golconda Cacao",
      }
    `)
  })

  it.each([
    ['instant', 'within the hour'],
    ['normal', 'within 5 to 7 working days'],
  ] as const)('gateway doubt 2: promises of a refund of %s speed what the gateway says', (way, promise) => {
    const { text } = refundDoneMail({ ...order, bankReference: null, way })
    expect(text).toContain(promise)
    expect(text).not.toContain('a day or two')
  })
})
