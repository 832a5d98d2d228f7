import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { ORDER_STATUSES } from './order-status.ts'
import { OrderStatusBadge } from './order-status-badge.tsx'

const badge = (status: (typeof ORDER_STATUSES)[number], awaitingPayment = false) =>
  renderToStaticMarkup(createElement(OrderStatusBadge, { status, awaitingPayment }))

it('every status has a label and a colour', () => {
  expect(ORDER_STATUSES.map((status) => badge(status).replaceAll(/<[^>]+>/g, ''))).toEqual([
    'Pending',
    'Processing',
    'Shipped',
    'Delivered',
    'Delivered',
    'Cancelled',
  ])
  const colours = ORDER_STATUSES.map((status) => /text-(warn|info|ok|err)\b/.exec(badge(status))?.[1])
  expect(colours).toEqual(['warn', 'info', 'info', 'ok', 'ok', 'err'])
})

it('an unpaid order says so', () => {
  expect(badge('pending', true)).toContain('Awaiting payment')
})
