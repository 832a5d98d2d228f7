import { sql } from 'drizzle-orm'
import { DEMO_CUSTOM_ORDERS, type DemoCustomOrder } from '#db/demo/data/custom-orders.ts'
import { addMinutes } from '#src/core/dates.ts'
import { type Db, inTransaction } from '#src/db/database.server.ts'
import { type CustomOrderStatus, QUOTE_VALID_HOURS } from '#src/features/custom-orders/custom-order-options.ts'
import { customOrderEvents, customOrders } from '#src/features/custom-orders/custom-orders.table.server.ts'
import { estimatePrice } from '#src/features/custom-orders/price-estimate.ts'
import { quoteDueAt } from '#src/features/custom-orders/quotes/quote-sla.ts'

/**
 * Gives a demo that nobody has asked for a quotation its sample requests, one at least in every status. Only the
 * youngest is still to be priced, with time left. A shop that has any keeps its own.
 */
export async function seedDemoCustomOrders(db: Db, now: Date): Promise<void> {
  await inTransaction(db, async (tx) => {
    // Processes that start together on one database come in one after the other.
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
    estimateLines: estimate.lines,
    dueAt,
    createdAt,
    answeredAt,
    // Nobody is there to be written to.
    quiet: true,
    ...(quoted &&
      answeredAt && {
        quotedPaise: quoted * 100,
        adminNotes: 'Ready within three days of your word.',
        quotedAt: answeredAt,
        validUntil: addMinutes(answeredAt, QUOTE_VALID_HOURS * 60),
        quotations: 1,
        // The hash of nothing: no link opens a sample.
        quoteTokenHash: `sample-${index}`,
      }),
  }
}

type Moment = typeof customOrderEvents.$inferInsert

const WAY: readonly CustomOrderStatus[] = ['quoted', 'confirmed', 'in-production', 'completed']

/** The quotation, and every status that came after it. */
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
