import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { CustomerRequests } from '#src/features/custom-orders/customer/customer-requests.tsx'
import type { CustomerRequest } from '#src/features/custom-orders/quotes/quotes.contract.ts'

const request: CustomerRequest = {
  reference: 'CQ-7K2M9P4X',
  status: 'quote-pending',
  composition: {
    flavor: 'ruby',
    concentration: 55,
    shape: 'heart',
    packaging: 'luxury',
    ingredients: ['sea-salt'],
    occasion: null,
    quantity: 2,
  },
  lines: null,
  createdAt: '2026-11-22T06:00:00.000Z',
  dueAt: '2026-11-24T06:00:00.000Z',
  neededBy: '2026-12-03',
  isLate: false,
  quotation: null,
  notes: '',
  declinedBecause: '',
  conversation: [],
  order: null,
}

it("the details of the customer's request begin with a capital letter", () => {
  const page = renderToStaticMarkup(createElement(CustomerRequests, { requests: [request] }))
  expect(page).toContain('>With Sea Salt · ')
})

it("the customer's request says by when it is needed", () => {
  const page = renderToStaticMarkup(createElement(CustomerRequests, { requests: [request] }))
  expect(page).toContain('Needed by Thu, 3 Dec')
})

it("the customer's request says what the chocolate contains", () => {
  const page = renderToStaticMarkup(createElement(CustomerRequests, { requests: [request] }))
  expect(page).toContain('Vegetarian. Contains milk and soya. May contain tree nuts, peanuts and gluten.')
})
