import { paise } from '#src/core/money.ts'
import {
  bulkAdminMail,
  bulkDueSoonAdminMail,
  bulkQuestionAdminMail,
  bulkQuoteMail,
  bulkReceivedMail,
  describeBulkLines,
} from '#src/features/custom-orders/bulk/bulk.messages.ts'
import {
  customOrderAdminMail,
  customOrderReceivedMail,
  describeChoices,
  requestBacklogAdminMail,
} from '#src/features/custom-orders/custom-orders.messages.ts'
import {
  customOrderCompletedMail,
  customOrderConfirmedMail,
  customOrderDeclinedMail,
  quoteAnswerMail,
  quoteDueSoonAdminMail,
  quoteLateMail,
  quoteMail,
  quoteQuestionAdminMail,
} from '#src/features/custom-orders/quotes/quotes.messages.ts'
import {
  createSampleQuote,
  SAMPLE_BULK_LINES,
  SAMPLE_BULK_ORDER,
  SAMPLE_CUSTOM_ORDER,
} from './sample-custom-order.server.ts'

const QUESTION = 'Can it be without nuts?'

export function createCustomOrderSamples() {
  const [order, bulk, lines] = [SAMPLE_CUSTOM_ORDER, SAMPLE_BULK_ORDER, SAMPLE_BULK_LINES]
  const quotation = createSampleQuote()
  const { support } = quotation
  const unpriced = lines.map((line) => ({ ...line, unitPaise: null }))
  const composed = { what: describeChoices(order), support }
  const goods = { what: describeBulkLines(lines), support }
  return {
    'custom-order-received': [customOrderReceivedMail(order, { bySms: true, support })],
    'bulk-received': [bulkReceivedMail(bulk, { lines: unpriced, support })],
    quote: [quoteMail({ ...order, neededBy: '2026-12-01' }, quotation)],
    'bulk-quote': [bulkQuoteMail(bulk, { ...quotation, subtotal: paise(66_000_00), total: paise(66_000_00), lines })],
    'quote-late': [quoteLateMail(order, { support })],
    'quote-answer': [quoteAnswerMail(order, { answer: 'Yes, gladly: we can leave them out.', support })],
    'custom-order-confirmed': [customOrderConfirmedMail(order, composed), customOrderConfirmedMail(bulk, goods)],
    'custom-order-completed': [
      customOrderCompletedMail(order, { ...composed, isPickup: false }),
      customOrderCompletedMail(bulk, { ...goods, isPickup: true }),
    ],
    'custom-order-declined': [customOrderDeclinedMail(order, { reason: 'We do not have that mold.', support })],
    'custom-order-admin': [customOrderAdminMail(order, { bySms: true })],
    'bulk-admin': [bulkAdminMail(bulk, unpriced)],
    'request-backlog': [requestBacklogAdminMail({ minutes: 10, endsAt: order.dueAt })],
    'quote-due-soon': [quoteDueSoonAdminMail(order)],
    'bulk-due-soon': [bulkDueSoonAdminMail(bulk, unpriced)],
    'quote-question': [quoteQuestionAdminMail(order, QUESTION)],
    'bulk-question': [bulkQuestionAdminMail(bulk, lines, QUESTION)],
  } as const
}
