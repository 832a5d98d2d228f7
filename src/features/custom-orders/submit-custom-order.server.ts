import { DomainError } from '#src/core/domain-error.ts'
import { type Db, inTransaction } from '#src/db/database.server.ts'
import { quoteDueAt } from '#src/features/custom-orders/quotes/quote-sla.ts'
import { type SmsMode, sendsQuotesBySms } from '#src/features/notifications/channels/sms-templates.ts'
import { readSettings } from '#src/features/settings/read-settings.server.ts'
import { toStudioHours } from '#src/features/settings/settings-rules.ts'
import { notifyAdminOfBacklog, notifyReceived } from './custom-order-notifications.server.ts'
import { type CustomOrderRow, insertRequest } from './custom-order-record.server.ts'
import type { NewCustomOrder } from './custom-orders.contract.ts'
import { neededByProblem } from './needed-by/needed-by.ts'
import { estimatePrice } from './price-estimate.ts'

type Submission = {
  order: NewCustomOrder
  userId?: string
  adminEmail: string
  receivedAt: Date
  smsMode?: SmsMode
  /** False during a flood: the request is stored, no messages are sent. */
  tellPeople?: boolean
}

/** Stores a request with its due time, and informs the customer and the admin in the same transaction. */
export async function submitCustomOrder(db: Db, submission: Submission): Promise<{ reference: string; dueAt: Date }> {
  const { order, userId, receivedAt, tellPeople = true, smsMode = 'mailbox' } = submission
  refuseWrongDay(order, receivedAt)
  const { hours, sms } = await readSettings(db)
  const dueAt = quoteDueAt(receivedAt, toStudioHours(hours))
  const bySms = sendsQuotesBySms(smsMode, sms.templates)
  return inTransaction(db, async (tx) => {
    const customOrder = await insertCustomOrder(tx, {
      order,
      userId,
      receivedAt,
      dueAt,
      notificationsMuted: !tellPeople,
    })
    if (tellPeople) await notifyReceived(tx, customOrder, { adminEmail: submission.adminEmail, bySms })
    else await notifyAdminOfBacklog(tx, receivedAt, submission.adminEmail)
    return { reference: customOrder.reference, dueAt }
  })
}

/** Throws `invalid` for a day that nothing can be needed by. */
export function refuseWrongDay({ neededBy }: Pick<NewCustomOrder, 'neededBy'>, now: Date): void {
  const message = neededBy && neededByProblem(neededBy, now)
  if (message) throw new DomainError('invalid', message, { issues: [{ path: 'neededBy', message }] })
}

type CustomOrderData = {
  order: NewCustomOrder
  userId: string | undefined
  receivedAt: Date
  dueAt: Date
  notificationsMuted: boolean
}

function insertCustomOrder(tx: Db, input: CustomOrderData): Promise<CustomOrderRow> {
  const { order, userId, receivedAt, dueAt, notificationsMuted } = input
  const { name, occasion, message, neededBy, ...chosen } = order
  const estimate = estimatePrice(order)
  return insertRequest(tx, {
    ...chosen,
    name: name || null,
    occasion: occasion || null,
    message: message || null,
    neededBy: neededBy || null,
    userId,
    estimatePaise: estimate.total,
    estimateBreakdown: estimate.lines,
    dueAt,
    notificationsMuted,
    createdAt: receivedAt,
  })
}
