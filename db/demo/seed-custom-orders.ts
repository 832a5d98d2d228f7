import { sql } from 'drizzle-orm'
import { minutesLater } from '#src/core/dates.ts'
import { priceComposition } from '#src/features/custom-orders/composition-price.rules.ts'
import { type CustomOrderStatus, QUOTE_VALID_HOURS } from '#src/features/custom-orders/custom-orders.rules.ts'
import { customOrderMoments, customOrders } from '#src/features/custom-orders/custom-orders.table.server.ts'
import { quoteDueAt } from '#src/features/custom-orders/quote-clock.rules.ts'
import { type Db, inTransaction } from '#src/platform/database.server.ts'
import { DEMO_CUSTOM_ORDERS, type DemoCustomOrder } from './custom-orders.ts'

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
    await tx.insert(customOrderMoments).values(rows.flatMap((row) => momentsOf(row, idOf.get(row.reference) ?? '')))
  })
}

type Row = typeof customOrders.$inferInsert & { status: CustomOrderStatus; createdAt: Date }

function toRow(
  { minutesAgo, answeredLate, status, quoted, ...sample }: DemoCustomOrder,
  index: number,
  now: Date,
): Row {
  const createdAt = minutesLater(now, -minutesAgo)
  const dueAt = quoteDueAt(createdAt)
  const estimate = priceComposition({ ...sample, message: sample.message ?? '' })
  const inTime = Math.min(minutesLater(dueAt, answeredLate ?? -9).getTime(), minutesLater(now, -60).getTime())
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
        validUntil: minutesLater(answeredAt, QUOTE_VALID_HOURS * 60),
        quotations: 1,
        // The hash of nothing: no link opens a sample.
        quoteTokenHash: `sample-${index}`,
      }),
  }
}

type Moment = typeof customOrderMoments.$inferInsert

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
    const createdAt = minutesLater(answeredAt, (index + 1) * 60)
    return { customOrderId, kind: 'status', actor: 'admin', from: WAY[index], to, createdAt }
  })
  return [{ ...first, amountPaise: quotedPaise, text: adminNotes ?? null }, ...later]
}
