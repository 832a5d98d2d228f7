import { paise } from '#src/core/money.ts'
import {
  bulkAdminMail,
  bulkDueSoonAdminMail,
  bulkQuestionAdminMail,
  bulkQuoteMail,
  bulkReceivedMail,
  describeBulkLines,
} from '#src/features/custom-orders/bulk/bulk.messages.ts'
import { withAdminLink } from '#src/features/custom-orders/custom-order-notifications.server.ts'
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
import { absoluteUrl } from '#src/server/config/process-settings.server.ts'
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
    'custom-order-confirmed': {
      'A custom chocolate': customOrderConfirmedMail(order, composed),
      'A bulk request': customOrderConfirmedMail({ ...bulk, quotedPaise: 66_000_00 }, goods),
    },
    'custom-order-completed': {
      'A custom chocolate by courier': customOrderCompletedMail(order, {
        ...{ ...composed, isPickup: false, shipOn: '2026-11-26' },
      }),
      'A bulk request for pickup': customOrderCompletedMail(bulk, { ...goods, isPickup: true, shipOn: null }),
    },
    'custom-order-declined': [customOrderDeclinedMail(order, { reason: 'We do not have that mould.', support })],
    'custom-order-admin': [withAdminLink(customOrderAdminMail(order, { bySms: true }), order)],
    'bulk-admin': [withAdminLink(bulkAdminMail(bulk, unpriced), bulk)],
    'request-backlog': [
      requestBacklogAdminMail({
        ...{ minutes: 10, endsAt: order.dueAt, link: absoluteUrl('/admin/custom-orders') },
      }),
    ],
    'quote-due-soon': [withAdminLink(quoteDueSoonAdminMail(order), order)],
    'bulk-due-soon': [withAdminLink(bulkDueSoonAdminMail(bulk, unpriced), bulk)],
    'quote-question': [withAdminLink(quoteQuestionAdminMail(order, QUESTION), order)],
    'bulk-question': [withAdminLink(bulkQuestionAdminMail(bulk, lines, QUESTION), bulk)],
  } as const
}
