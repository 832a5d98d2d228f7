import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { PAYMENT_STATUSES, toPublicStatus } from '#src/features/payments/payment-status.ts'
import { PaymentSummary } from './payment-summary.tsx'

const NOTHING = { upiTxnId: null, paidAt: null, refundDue: 0, refunded: 0, refunds: [], unused: [], byHand: null }

const facts = (status: string, known = {}) =>
  renderToStaticMarkup(
    createElement(PaymentSummary, {
      payment: { ...NOTHING, status, ...known },
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

it('money that came for a cancelled order is named with its time, and what happens to it', () => {
  const unused = [{ at: '2026-11-21T13:00:00.000Z', amount: 600, why: 'The order is cancelled.' }]
  const waiting = facts('review', { unused, refundDue: 600 })
  expect(waiting).toMatch(/goes back to you.*₹600\.00 on +21 Nov 2026, 6:30 pm +\. +The order is cancelled\./)
  expect(waiting).toContain('We will refund ₹600.00. We send it within 2 business days')
  expect(facts('cancelled', { unused, refunded: 600 })).toMatch(/went back to you.*We refunded ₹600\.00\./)
})
