import { shopDay } from '#src/core/dates.ts'
import type { Db } from '#src/db/database.server.ts'
import { findFoodFacts } from '#src/features/catalog/food/product-facts.server.ts'
import { listInvoiceLines } from '#src/features/orders/lookup/order-lines.server.ts'
import { findArrivals } from '#src/features/orders/lookup/status-changes.server.ts'
import type { OrderRow } from '#src/features/orders/orders.server.ts'
import { readSection } from '#src/features/settings/read-settings.server.ts'
import { getReportingEnd } from '#src/features/settings/settings-rules.ts'
import { absoluteUrl } from '#src/server/config/process-settings.server.ts'
import { deliveredKey, queueOrderEmail } from './notify-customer.server.ts'
import { loadOrderEmailData } from './order-email-data.server.ts'
import { type Arrival, orderDeliveredMail } from './orders.messages.ts'

const MAX_REVIEWS = 3

/**
 * Asks once whether everything is well, after the status has changed. Each parcel has a mail of its own, because it
 * arrives on a day of its own. Not for a pickup: the customer saw it at the studio.
 */
export async function notifyDelivered(tx: Db, order: OrderRow): Promise<void> {
  if (order.deliveryMethod === 'pickup') return
  const mail = orderDeliveredMail(await loadOrderEmailData(tx, order), await describeArrival(tx, order))
  await queueOrderEmail(tx, order, { ...mail, idempotencyKey: deliveredKey(order.id) })
}

async function describeArrival(tx: Db, { id }: OrderRow): Promise<Arrival> {
  const at = (await findArrivals(tx, [id])).get(id) ?? new Date()
  const lines = await listInvoiceLines(tx, [id])
  const known = new Map(
    lines.flatMap(({ productId, name }) => (productId === null ? [] : [[productId, name] as const])),
  )
  const facts = await findFoodFacts(tx, [...known.keys()])
  const stored = [...known].flatMap(([productId, name]) => {
    const storage = facts.get(productId)?.storage
    return storage ? [{ name, storage }] : []
  })
  const texts = new Set(stored.map(({ storage }) => storage))
  return {
    day: shopDay(at),
    reportUntil: shopDay(getReportingEnd(at, await readSection(tx, 'problems'))),
    storage: texts.size === 1 ? [...texts] : stored.map(({ name, storage }) => `${name}: ${storage}`),
    reviews: [...known]
      .slice(0, MAX_REVIEWS)
      .map(([productId, name]) => ({ name, link: absoluteUrl(`/product/${productId}`) })),
  }
}
