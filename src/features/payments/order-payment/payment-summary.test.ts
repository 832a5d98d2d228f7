import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { PAYMENT_STATUSES, toPublicStatus } from '#src/features/payments/payment-status.ts'
import { PaymentSummary } from './payment-summary.tsx'

const facts = (status: string, known = {}) =>
  renderToStaticMarkup(
    createElement(PaymentSummary, {
      payment: { status, upiTxnId: null, paidAt: null, refundDue: 0, refunded: 0, refunds: [], byHand: null, ...known },
    }),
  ).replaceAll(/<[^>]+>/g, ' ')

it('a payment status has a text, and an unknown one is shown as it is', () => {
  expect(facts('success')).toContain('Paid by UPI')
  expect(facts('pending')).toContain('Waiting for your payment')
  expect(facts('failure')).toContain('Failed')
  for (const status of PAYMENT_STATUSES)
    expect(facts(toPublicStatus(status))).not.toMatch(new RegExp(`\\b${status}\\b`))
  expect(facts('on_the_moon')).toContain('on_the_moon')
})

it('a received payment shows its time and number, and a refund its amount', () => {
  const known = { upiTxnId: '664591263595', paidAt: '2026-11-21T13:00:00.000Z', refundDue: 1110 }
  expect(facts('success', known)).toMatch(/21 Nov 2026, 6:30 pm.*664591263595.*We will refund ₹1,110\.00/)
})

it('a part refund is named beside what is still to come', () => {
  expect(facts('success')).not.toContain('refund')
  expect(facts('success', { refunded: 450 })).toMatch(/Refund +We refunded ₹450\.00\. *$/)
  expect(facts('success', { refunded: 450, refundDue: 100 })).toContain('We refunded ₹450.00. We will refund ₹100.00.')
})
