import { sql } from 'drizzle-orm'
import type { Db } from '#src/db/database.server.ts'

/** What the shop told customers. None of it may become untrue. */
export type Observations = {
  /** Orders by number: their price and the payment that was started. */
  placed: Map<string, { total: number; transactionId: string }>
  /** Payments that the bank took. */
  paid: Set<string>
  /** Payments that the shop confirmed. */
  verified: Set<string>
}

export const createObservations = (): Observations => ({ placed: new Map(), paid: new Set(), verified: new Set() })

/**
 * Lists each kind of broken promise with its cases; empty when all are kept. Until everything has settled, the bank may
 * have taken money that the shop does not know yet.
 */
export async function findBrokenPromises(
  db: Db,
  observations: Observations,
  { isSettled = true, isSandbox = true } = {},
): Promise<Record<string, string[]>> {
  const orders = await db.execute<{ reference: string; total: number; payments: string[] }>(
    sql`select reference, total_paise as total, array_agg(p.id) as payments
      from orders o join payments p on p.order_id = o.id group by o.id`,
  )
  const stored = new Map(orders.rows.map((order) => [order.reference, order]))
  const paid = await idsOf(
    db,
    sql`select client_txn_id as id from payments p join orders o on o.id = p.order_id
      where p.status in ('success', 'refunded') and o.paid_at is not null`,
  )
  const goesBack = await idsOf(
    db,
    sql`select p.client_txn_id as id from refunds r join payments p on p.id = r.payment_id`,
  )
  const atTheBank = await idsOf(db, sql`select client_txn_id as id from sandbox_bank where outcome = 'success'`)
  const broken = {
    'orders that are gone, cost something else or have another payment': [...observations.placed]
      .filter(([reference, { total, transactionId }]) => {
        const order = stored.get(reference)
        return order?.total !== total || !order.payments.includes(transactionId)
      })
      .map(([reference]) => reference),
    'payments that the shopper saw succeed': [...observations.verified].filter(
      (id) => !paid.has(id) && !goesBack.has(id),
    ),
    'money that the bank forgot': [...observations.paid].filter((id) => isSandbox && !atTheBank.has(id)),
    'payments that were acknowledged': [...observations.paid].filter(
      (id) => isSettled && !paid.has(id) && !goesBack.has(id),
    ),
  }
  return Object.fromEntries(Object.entries(broken).filter(([, what]) => what.length > 0))
}

async function idsOf(db: Db, query: ReturnType<typeof sql>): Promise<Set<string>> {
  const { rows } = await db.execute<{ id: string }>(query)
  return new Set(rows.map(({ id }) => id))
}
