import { describe, expect, it } from 'vitest'
import {
  formatWaitingTime,
  listStatusesShownAs,
  maskUpiIds,
  PAYMENT_STATUSES,
  statusLabel,
  toPublicStatus,
} from './payment-status.ts'

describe('the states of a payment', () => {
  it('are called Success, Pending and Failed, and any other is shown raw', () => {
    expect(PAYMENT_STATUSES.map((status) => statusLabel(toPublicStatus(status)))).toEqual([
      'Pending',
      'Pending',
      'Pending',
      'Failed',
      'expired',
      'cancelled',
      'review',
      'Success',
      'refunded',
    ])
    expect(statusLabel('settled-by-pigeon')).toBe('settled-by-pigeon')
  })

  it('are filtered by the words that people see', () => {
    expect(listStatusesShownAs('pending')).toEqual(['created', 'pending', 'awaiting_confirmation'])
    expect(listStatusesShownAs('failure')).toEqual(['failure'])
  })
})

it.each([
  ['ravi.kumar@okaxis', 'ra***@okaxis'],
  ['a@ybl', 'a***@ybl'],
  ['{"vpa":"asha-rao_1@hdfcbank","amount":100}', '{"vpa":"as***@hdfcbank","amount":100}'],
  ['no address here', 'no address here'],
])('the UPI ids in %s are masked after their beginning', (text, masked) => {
  expect(maskUpiIds(text)).toBe(masked)
})

it.each([
  [10, 'received just now'],
  [60, 'waits 1 hour'],
  [47 * 60, 'waits 47 hours'],
  [49 * 60, 'waits 2 days'],
])('money that came %d minutes ago %s', (minutes, words) => {
  const now = Date.parse('2026-11-21T12:00:00Z')
  expect(formatWaitingTime(new Date(now - minutes * 60_000).toISOString(), now)).toBe(words)
})
