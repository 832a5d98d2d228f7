import { sql } from 'drizzle-orm'
import { DEMO_CUSTOM_ORDERS, type DemoCustomOrder } from '#db/demo/data/custom-orders.ts'
import { addMinutes } from '#src/core/dates.ts'
import { type Db, inTransaction } from '#src/db/database.server.ts'
import { type CustomOrderStatus, QUOTE_VALID_HOURS } from '#src/features/custom-orders/custom-order-options.ts'
import { customOrderEvents, customOrders } from '#src/features/custom-orders/custom-orders.table.server.ts'
import { estimatePrice } from '#src/features/custom-orders/price-estimate.ts'
import { quoteDueAt } from '#src/features/custom-orders/quotes/quote-sla.ts'

/** Seeds sample quote requests in every status, unless there are any. The newest waits for its price. */
export async function seedDemoCustomOrders(db: Db, now: Date): Promise<void> {
  await inTransaction(db, async (tx) => {
    // Serializes processes that start together.
    await tx.execute(sql`lock table ${customOrders} in share row exclusive mode`)
    if ((await tx.$count(customOrders)) > 0) return
    const rows = DEMO_CUSTOM_ORDERS.map((sample, index) => toRow(sample, index, now))
    const written = await tx
      .insert(customOrders)
      .values(rows)
      .returning({ id: customOrders.id, reference: customOrders.reference })
    const idOf = new Map(written.map(({ id, reference }) => [reference, id]))
    await tx.insert(customOrderEvents).values(rows.flatMap((row) => momentsOf(row, idOf.get(row.reference) ?? '')))
  })
}

type Row = typeof customOrders.$inferInsert & { status: CustomOrderStatus; createdAt: Date }

function toRow(
  { minutesAgo, answeredLate, status, quoted, ...sample }: DemoCustomOrder,
  index: number,
  now: Date,
): Row {
  const createdAt = addMinutes(now, -minutesAgo)
  const dueAt = quoteDueAt(createdAt)
  const estimate = estimatePrice({ ...sample, message: sample.message ?? '' })
  const inTime = Math.min(addMinutes(dueAt, answeredLate ?? -9).getTime(), addMinutes(now, -60).getTime())
  const answeredAt = status === 'quote-pending' ? null : new Date(inTime)
  return {
    ...sample,
    status,
    reference: `CC-SAMPLE${String(index + 1).padStart(2, '0')}`,
    estimatePaise: estimate.total,
    estimateBreakdown: estimate.lines,
    dueAt,
    createdAt,
    answeredAt,
    // Samples send no mail.
    notificationsMuted: true,
    ...(quoted &&
      answeredAt && {
        quotedPaise: quoted * 100,
        adminNotes: 'Ready within three days after you confirm.',
        quotedAt: answeredAt,
        validUntil: addMinutes(answeredAt, QUOTE_VALID_HOURS * 60),
        quoteCount: 1,
        // Not a hash, so no link opens a sample.
        quoteTokenHash: `sample-${index}`,
      }),
  }
}

type Moment = typeof customOrderEvents.$inferInsert

const WAY: readonly CustomOrderStatus[] = ['quoted', 'confirmed', 'in-production', 'completed']

/** The quote and all later status changes. */
function momentsOf(row: Row, customOrderId: string): Moment[] {
  const { answeredAt, quotedPaise, adminNotes, status } = row
  if (!answeredAt) return []
  const first: Moment = quotedPaise
    ? { customOrderId, kind: 'quote', actor: 'admin', from: 'quote-pending', to: 'quoted', createdAt: answeredAt }
    : { customOrderId, kind: 'status', actor: 'admin', from: 'quote-pending', to: status, createdAt: answeredAt }
  const reached = quotedPaise ? WAY.slice(1, WAY.indexOf(status) + 1) : []
  const later = reached.map((to, index): Moment => {
    const createdAt = addMinutes(answeredAt, (index + 1) * 60)
    return { customOrderId, kind: 'status', actor: 'admin', from: WAY[index], to, createdAt }
  })
  return [{ ...first, amountPaise: quotedPaise, text: adminNotes ?? null }, ...later]
}
