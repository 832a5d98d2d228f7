import { alertFailures, mayHaveFailure } from '#src/features/admin/todo/failure-alerts.server.ts'
import { hasPriceChange, sendPriceDropMails } from '#src/features/cart/saved-items/price-watch.server.ts'
import { hasChangedLevel, sendLowStockAlerts } from '#src/features/catalog/stock/low-stock-alert.server.ts'
import { hasWaitlistOffer, notifyWaitlists } from '#src/features/catalog/waitlist/notify-waitlist.server.ts'
import { hasSlaReminder, sendSlaReminders } from '#src/features/custom-orders/quotes/quote-sla-reminders.server.ts'
import { alertLateOrders, mayHaveLateOrder } from '#src/features/orders/messages/late-orders.server.ts'
import type { PaymentContext } from '#src/features/payments/initiate-payment.server.ts'
import {
  alertUnmatchedPayments,
  hasUnmatchedAlert,
} from '#src/features/payments/reconciliation/unmatched-alerts.server.ts'
import { type DueJob, onceThereIs } from './next-due.server.ts'

/** The jobs that look for something to write about. One statement tells whether there is anything. */
export function createWatchJobs({ db, gateway, now }: PaymentContext, adminEmail: string): DueJob[] {
  return [
    {
      name: 'unmatched-alerts',
      intervalMs: 20_000,
      nextDue: (at) => onceThereIs(hasUnmatchedAlert(db, at), at),
      work: () => alertUnmatchedPayments(db, now()),
    },
    {
      name: 'low-stock',
      intervalMs: 20_000,
      nextDue: (at) => onceThereIs(hasChangedLevel(db), at),
      work: () => sendLowStockAlerts(db),
    },
    {
      name: 'failure-alerts',
      intervalMs: 20_000,
      nextDue: (at) => onceThereIs(mayHaveFailure(db, { gateway, fallback: adminEmail, now: at }), at),
      work: () => alertFailures(db, { gateway, fallback: adminEmail, now: now() }),
    },
    {
      name: 'waitlists',
      intervalMs: 20_000,
      nextDue: (at) => onceThereIs(hasWaitlistOffer(db, at), at),
      work: () => notifyWaitlists(db, now()),
    },
    {
      name: 'quote-sla',
      intervalMs: 20_000,
      nextDue: (at) => onceThereIs(hasSlaReminder(db, at), at),
      work: () => sendSlaReminders(db, { adminEmail, now: now() }),
    },
    {
      name: 'late-orders',
      intervalMs: 60_000,
      nextDue: (at) => onceThereIs(mayHaveLateOrder(db, at), at),
      work: () => alertLateOrders(db, now()),
    },
    {
      name: 'price-drops',
      intervalMs: 60_000,
      nextDue: (at) => onceThereIs(hasPriceChange(db, at), at),
      work: () => sendPriceDropMails(db, now()),
    },
  ]
}
