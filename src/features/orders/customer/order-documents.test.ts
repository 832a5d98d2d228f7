import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { OrderDocuments } from './order-documents.tsx'

const shown = (order: {
  documents: { title: string; number: string; path: string }[]
  legacyWithoutInvoice: boolean
}) => renderToStaticMarkup(createElement(OrderDocuments, { order, at: '/api/orders/1' }))

it('an order shows its invoice, or says that it was paid before the shop wrote invoices', () => {
  const documents = [{ title: 'Tax invoice', number: 'KC/26-27/000001', path: 'invoice' }]
  expect(shown({ documents, legacyWithoutInvoice: false })).toContain('href="/api/orders/1/invoice.pdf"')
  const before = 'Paid before we issued invoices here.'
  expect(shown({ documents: [], legacyWithoutInvoice: true })).toContain(before)
  expect(shown({ documents: [], legacyWithoutInvoice: false })).not.toContain(before)
})
