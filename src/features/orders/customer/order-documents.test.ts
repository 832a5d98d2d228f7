import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { ParcelDocuments } from '#src/features/orders/parcel-map/parcel-documents.tsx'
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

it('an order to several people shows the invoices of all parcels together', () => {
  const note = { title: 'Credit note', number: 'CN/26-27/000001', path: 'credit-notes/7' }
  const parcel = (id: string, ...more: (typeof note)[]) => ({
    id,
    shippingAddress: {
      ...{ firstName: id, lastName: 'Rao', address: '7 FC Road', city: 'Pune' },
      ...{ state: 'Maharashtra' as const, pincode: '411004' },
    },
    documents: [{ title: 'Tax invoice', number: `KC/26-27/${id}`, path: 'invoice' }, ...more],
  })
  const shownOf = (...parcels: ReturnType<typeof parcel>[]) =>
    renderToStaticMarkup(createElement(ParcelDocuments, { parcels }))
  const page = shownOf(parcel('Meera'), parcel('Ravi', note))
  expect(page).toContain('2 tax invoices and 1 credit note')
  for (const path of ['Meera/invoice', 'Ravi/invoice', 'Ravi/credit-notes/7'])
    expect(page).toContain(`href="/api/orders/${path}.pdf"`)
  expect(shownOf()).toBe('')
})
