import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { PaymentRecord } from './admin-payments.contract.ts'
import { type PaymentListFilters, paymentsQuery } from './admin-payments.queries.ts'
import { PaymentTable } from './payment-table.tsx'

const PAYMENT: PaymentRecord = {
  id: '8f1f4c6e-6f0e-4e0e-9a51-1c2d3e4f5a6b',
  clientTxnId: 'KC12345678',
  customerName: 'Asha Rao',
  customerEmail: 'asha@shopper.example',
  customerMobile: '+919876543210',
  customerVpa: null,
  amount: 600,
  status: 'success',
  upiTxnId: null,
  txnAt: null,
  remark: null,
  webhookData: null,
  createdAt: '2026-11-21T13:00:00.000Z',
  order: '8f1f4c6e-6f0e-4e0e-9a51-1c2d3e4f5a6c',
  orderId: 'ORD_1',
  isSample: false,
}

function said(wanted: PaymentListFilters, { total, goesOn }: { total: number | null; goesOn: boolean }) {
  const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  const items = [PAYMENT, { ...PAYMENT, id: PAYMENT.order }]
  const next = goesOn ? '/api/admin/payments?cursor=' : null
  queryClient.setQueryData(paymentsQuery(wanted).queryKey, { pages: [{ items, next, total }], pageParams: [''] })
  const table = createElement(PaymentTable, { filters: wanted, opened: undefined, go: () => {} })
  const page = renderToStaticMarkup(createElement(QueryClientProvider, { client: queryClient }, table))
  return /role="status"[^>]*>([^<]*)</.exec(page)?.[1]
}

it('payments are counted up to a thousand, and an uncounted list claims no more than it shows', () => {
  expect(said({}, { total: 26, goesOn: true })).toBe('26 payments')
  expect(said({}, { total: null, goesOn: true })).toBe('More than 1,000 payments')
  expect(said({ q: 'asha' }, { total: 26, goesOn: true })).toBe('26 payments')
  expect(said({ q: 'asha' }, { total: null, goesOn: true })).toBe('More than 2 payments')
  expect(said({ q: 'asha' }, { total: null, goesOn: false })).toBe('2 payments')
})
