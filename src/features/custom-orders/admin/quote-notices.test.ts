import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { useToastStore } from '#src/browser/toast-store.ts'
import type { SentQuote } from '#src/features/custom-orders/custom-orders.contract.ts'
import { sendBulkQuote, sendQuote } from './admin-custom-orders.queries.ts'

const SENT: SentQuote = { success: true, sentVia: ['email'], unsent: [] }
const ONE = { id: '7d9f1f57-0f9e-4b6a-8f8e-3f3a6f9f0a11', adminNotes: '' }

const noticeNow = () => useToastStore.getState().notice

it('the admin reads that the quotation of many pieces was sent', () => {
  const context = { client: new QueryClient(), meta: undefined }
  sendBulkQuote.onSuccess?.(SENT, { ...ONE, lines: [] }, undefined, context)
  expect(noticeNow()).toMatchObject({
    title: 'Quote Sent',
    description: 'Quotation has been sent successfully',
    isOpen: true,
  })
  sendQuote.onSuccess?.(SENT, { ...ONE, quotedPrice: 1850 }, undefined, context)
  expect(noticeNow()).toMatchObject({ title: 'Quote Updated' })
})
