import { describe, expect, it } from 'vitest'
import { orderCancelledMail, orderShippedMail, orderShippedSms, orderTrackingMail } from './orders.messages.ts'

const customerName = 'Srinivasa Venkata Lakshmi Narasimha Satyanarayana '.repeat(3).slice(0, 120).trim()
const order = { reference: 'ORD_1763750000000_k3v9x2', customerName }
const page = 'https://www.delhivery.com/track/package/1234567890123'

describe('the word about a parcel', () => {
  it('says that it has left, and how to follow it where that is known', () => {
    const tracking = { courier: 'Delhivery', number: '1234567890123', page }
    expect(orderShippedMail({ ...order, tracking })).toMatchInlineSnapshot(`
      {
        "subject": "Golconda Cacao: your order ORD_1763750000000_k3v9x2 is on its way",
        "text": "Dear Srinivasa Venkata Lakshmi Narasimha Satyanarayana Srinivasa Venkata Lakshmi Narasimha Satyanarayana Srinivasa Venkata La,

      your chocolates have left our studio. Order ORD_1763750000000_k3v9x2.

      The parcel travels with Delhivery, tracking number 1234567890123.
      https://www.delhivery.com/track/package/1234567890123

      Golconda Cacao",
      }
    `)
    expect(orderShippedMail(order).text).toMatchInlineSnapshot(`
      "Dear Srinivasa Venkata Lakshmi Narasimha Satyanarayana Srinivasa Venkata Lakshmi Narasimha Satyanarayana Srinivasa Venkata La,

      your chocolates have left our studio. Order ORD_1763750000000_k3v9x2.

      Golconda Cacao"
    `)
  })

  it('says so by SMS, within one message', () => {
    const { text } = orderShippedSms(order)
    expect(text).toMatchInlineSnapshot(
      `"Golconda Cacao: your order ORD_1763750000000_k3v9x2 is on its way. Chocolate minds the heat, please let somebody be home."`,
    )
    expect(text.length).toBeLessThanOrEqual(160)
  })

  it('brings the number that came later', () => {
    const tracking = { courier: 'A cousin on a scooter', number: '7', page: null }
    expect(orderTrackingMail({ ...order, tracking })).toMatchInlineSnapshot(`
      {
        "subject": "Golconda Cacao: the tracking number of your order ORD_1763750000000_k3v9x2",
        "text": "Dear Srinivasa Venkata Lakshmi Narasimha Satyanarayana Srinivasa Venkata Lakshmi Narasimha Satyanarayana Srinivasa Venkata La,

      you can follow your chocolates now. Order ORD_1763750000000_k3v9x2.

      The parcel travels with A cousin on a scooter, tracking number 7.

      Golconda Cacao",
      }
    `)
  })

  it('says that an order is cancelled, and that money that came goes back', () => {
    expect(orderCancelledMail({ ...order, paid: 123456.5 })).toMatchInlineSnapshot(`
      {
        "subject": "Golconda Cacao: your order ORD_1763750000000_k3v9x2 is cancelled",
        "text": "Dear Srinivasa Venkata Lakshmi Narasimha Satyanarayana Srinivasa Venkata Lakshmi Narasimha Satyanarayana Srinivasa Venkata La,

      order ORD_1763750000000_k3v9x2 is cancelled.

      You get the ₹1,23,456.50 that you paid back in full.

      Golconda Cacao",
      }
    `)
    expect(orderCancelledMail({ ...order, paid: undefined }).text).toMatchInlineSnapshot(`
      "Dear Srinivasa Venkata Lakshmi Narasimha Satyanarayana Srinivasa Venkata Lakshmi Narasimha Satyanarayana Srinivasa Venkata La,

      order ORD_1763750000000_k3v9x2 is cancelled.

      Golconda Cacao"
    `)
  })
})
