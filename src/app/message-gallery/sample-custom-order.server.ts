import { paise } from '#src/core/money.ts'
import type { BulkLineRow } from '#src/features/custom-orders/bulk/bulk-lines.server.ts'
import type { ComposedRow, CustomOrderRow } from '#src/features/custom-orders/custom-order-record.server.ts'
import type { QuoteMessageData } from '#src/features/custom-orders/quotes/quotes.messages.ts'
import { absoluteUrl } from '#src/server/config/process-settings.server.ts'

export const SAMPLE_CUSTOM_ORDER: ComposedRow = {
  kind: 'composed',
  company: null,
  gstin: null,
  id: '0b9f6a3e-5b1c-4b5e-9d0a-1f2e3d4c5b6a',
  reference: 'CC-K7M2QX',
  status: 'quoted',
  flavor: 'dark',
  concentration: 72,
  name: 'For Srinivasa Venkata Lakshmi Narasimha Satyanarayana and all who come to the house that evening',
  ingredients: ['nuts', 'sea-salt'],
  occasion: 'wedding',
  shape: 'heart',
  packaging: 'gift-box',
  message: 'మీ ఇద్దరికీ శుభాకాంక్షలు',
  quantity: 40,
  neededBy: null,
  customerMobile: '+919876543210',
  customerEmail: 'asha@example.com',
  estimatePaise: 1_234_500,
  estimateBreakdown: [],
  dueAt: new Date('2026-11-21T13:00:00Z'),
  answeredAt: null,
  notificationsMuted: false,
  createdAt: new Date('2026-11-21T12:30:00Z'),
  quotedPaise: 12_345_650,
  adminNotes: 'We pack it in boxes of twenty.',
  quotedAt: new Date('2026-11-21T12:50:00Z'),
  readyOn: '2026-11-25',
  craftingMinutes: null,
  validUntil: new Date('2026-11-24T12:50:00Z'),
  quoteTokenHash: null,
  quoteCount: 1,
  openQuestionAt: null,
  userId: null,
  orderId: null,
  customerName: null,
  erasureRequestedAt: null,
}

export const createSampleQuote = (): QuoteMessageData => ({
  support: 'write to hello@shop.example or call +91 98765 43210',
  subtotal: paise(12_345_650),
  shipping: paise(0),
  total: paise(12_345_650),
  validUntil: new Date('2026-11-24T12:50:00Z'),
  ready: { readyOn: '2026-11-25', from: '2026-11-28', to: '2026-12-01' },
  craftingDays: 3,
  delivery: '3-5 business days',
  smsKind: 'quote-ready-on',
  link: absoluteUrl('/checkout?quote=mJ3kZ0a7Qw9x2Lr5Tn8vBc'),
})

export const SAMPLE_BULK_ORDER: CustomOrderRow = {
  ...SAMPLE_CUSTOM_ORDER,
  kind: 'bulk',
  reference: 'BR-P4T8WD',
  company: 'Deccan Design & Sons',
  gstin: '29AAAAA0000A1ZY',
  customerName: 'Asha Rao',
  message: 'Please put our logo on each card.',
  quantity: 180,
  neededBy: '2026-12-12',
}

const customOrderId = SAMPLE_BULK_ORDER.id

export const SAMPLE_BULK_LINES: (BulkLineRow & { food?: string })[] = [
  {
    ...{ id: 1, customOrderId, productId: 1, name: 'Gift Box of Nine', quantity: 120, unitPaise: 400_00 },
    food: 'Vegetarian, no egg. Contains milk and soya. May contain tree nuts.',
  },
  { id: 2, customOrderId, productId: 2, name: 'Assam Dark 70 %', quantity: 60, unitPaise: 300_00 },
]
