import { describe, expect, it } from 'vitest'
import { paise } from '#src/core/money.ts'
import { type PaymentState, transitionPayment } from '#src/features/payments/payment-state-machine.ts'
import { PAYMENT_STATUSES, type PaymentStatus } from '#src/features/payments/payment-status.ts'
import { asText } from '#tests/factories/mail.ts'
import { createMailedOrder } from '#tests/factories/mailed-order.ts'
import { confirmationRequestMail, paymentRejectedMail, utrReusedMail } from './manual-upi.messages.ts'
import { isRecentUtr, normalizeUtr, reservationText, UTR_PATTERN } from './utr.ts'

describe('a UTR', () => {
  it('is twelve digits, with spaces anywhere', () => {
    expect(UTR_PATTERN.test(normalizeUtr(' 6326 1234\u00a05678\n'))).toBe(true)
    for (const typed of ['12345', '12345678901a', '1234567890123', '６３２６１２３４５６７８', ''])
      expect(UTR_PATTERN.test(normalizeUtr(typed))).toBe(false)
  })

  it("looks recent on its day and the day after, by India's calendar", () => {
    const lateOn21stInIndia = new Date('2026-11-21T18:29:00Z')
    const earlyOn22ndInIndia = new Date('2026-11-21T18:31:00Z')
    expect(isRecentUtr('632512345678', lateOn21stInIndia)).toBe(true)
    expect(isRecentUtr('632612345678', lateOn21stInIndia)).toBe(false)
    expect(isRecentUtr('632612345678', earlyOn22ndInIndia)).toBe(true)
    expect(isRecentUtr('632512345678', earlyOn22ndInIndia)).toBe(true)
    expect(isRecentUtr('632412345678', earlyOn22ndInIndia)).toBe(false)
    expect(isRecentUtr('636512345678', new Date('2027-01-01T06:00:00Z'))).toBe(true)
  })
})

it('a reservation states its end and what follows', () => {
  expect(reservationText('2026-11-22T16:10:00.000Z')).toMatch(
    /^We keep your chocolates until 22 Nov 2026, 9:40 pm\..* or a full refund\.$/,
  )
  expect(reservationText(null)).toMatch(/^Your chocolates are on sale again\..* or a full refund\.$/)
})

describe('a payment that only an admin can confirm', () => {
  const NOW = new Date('2026-11-22T06:00:00Z')
  const situation = (status: PaymentStatus): PaymentState => ({
    status,
    amount: paise(214_900),
    expiresAt: NOW,
    order: 'open',
    money: 'new',
    now: NOW,
  })
  const later = new Date(NOW.getTime() + 1)

  it('waits for an admin once its UTR is submitted, while it is open', () => {
    const waiting = PAYMENT_STATUSES.filter(
      (status) => transitionPayment(situation(status), { type: 'utr-submitted' }).act === 'await',
    )
    expect(waiting).toEqual(['created', 'pending', 'awaiting_confirmation', 'failure'])
  })

  it('is open again or expired when an admin rejects it', () => {
    const notReceived = (status: PaymentStatus, windowEndsAt: Date) =>
      transitionPayment(situation(status), { type: 'rejected', windowEndsAt })
    expect(notReceived('awaiting_confirmation', later)).toEqual({ act: 'reopen' })
    expect(notReceived('awaiting_confirmation', NOW)).toEqual({ act: 'close' })
    for (const status of PAYMENT_STATUSES.filter((status) => status !== 'awaiting_confirmation'))
      expect(notReceived(status, later).act).toBe('nothing')
  })
})

describe('the mail about a UTR', () => {
  const utr = '632612345678'
  const event = {
    reference: 'ORD_1763750000000_k3v9x2',
    customerName: 'Asha Rao',
    amount: paise(214_900),
    utr,
    link: 'https://shop.example/admin/payments',
  }

  it('asks the admin to check, or warns of a UTR that was submitted twice', () => {
    expect(asText(confirmationRequestMail(event))).toMatchInlineSnapshot(`
      {
        "subject": "Golconda Cacao: please confirm ₹2,149.00",
        "text": "Asha Rao reports a payment of ₹2,149.00 for order ORD_1763750000000_k3v9x2, UTR 632612345678.

      Please look for it on the bank's statement and confirm it in the Payment Portal. We have promised an answer within 2 working hours.

      Open it: https://shop.example/admin/payments",
      }
    `)
    expect(asText(utrReusedMail({ ...event, firstReference: 'ORD_1_a' }))).toMatchInlineSnapshot(`
      {
        "subject": "Golconda Cacao: one UTR for two orders",
        "text": "Asha Rao gave the UTR 632612345678 for order ORD_1763750000000_k3v9x2 (₹2,149.00). It was given for order ORD_1_a before, so we refused it and nothing has changed.

      If the customer of order ORD_1_a mistyped it, mark that payment as not received: then the number is free.

      Open it: https://shop.example/admin/payments",
      }
    `)
  })

  it('tells the customer that nothing was found, why, and what to do', () => {
    expect(
      asText(
        paymentRejectedMail(createMailedOrder(), {
          amount: paise(214_900),
          utr,
          reason: 'Nothing under this number until noon.',
        }),
      ),
    ).toMatchInlineSnapshot(`
      {
        "subject": "Golconda Cacao: we could not find your payment",
        "text": "Dear Asha Rao,

      We looked for ₹2,149.00 with the UTR 632612345678 for order ORD_1763750000000_k3v9x2 and did not find it.

      Our note: Nothing under this number until noon.

      If you have paid, please compare this number with the 12-digit UTR in your UPI app, and correct it on the page of your order. If you have not paid, nothing is lost: you can pay there, too:
      https://shop.example/orders?view=0b9f6a3e-5b1c-4b5e-9d0a-1f2e3d4c5b6a

      If you have paid twice in the end, we refund one of the payments in full.

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
})
