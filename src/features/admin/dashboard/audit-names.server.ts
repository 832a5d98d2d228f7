import { eq, inArray } from 'drizzle-orm'
import type { Db } from '#src/db/database.server.ts'
import type { AuditEntity } from '#src/features/audit/audit-entities.ts'
import { isUuid } from '#src/features/audit/audit-labels.ts'
import { categories, products } from '#src/features/catalog/products/products.table.server.ts'
import { contactTickets } from '#src/features/contact/contact.table.server.ts'
import { formatTicketNumber } from '#src/features/contact/tickets.ts'
import { customOrders } from '#src/features/custom-orders/custom-orders.table.server.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'
import { payments } from '#src/features/payments/payments.table.server.ts'

type Entry = { entity: AuditEntity; entityId: string }
type Named = { id: string | number; name: string }

/** Adds what an admin calls the changed thing: the number of its order, say. Null if it is gone or has no name. */
export async function withNames<Listed extends Entry>(db: Db, entries: readonly Listed[]) {
  const names = new Map<string, string>()
  for (const [entity, of] of Map.groupBy(entries, (entry) => entry.entity)) {
    const ids = [...new Set(of.map(({ entityId }) => entityId))]
    for (const { id, name } of await findNames(db, entity, ids)) names.set(`${entity} ${id}`, name)
  }
  return entries.map((entry) => ({ ...entry, name: names.get(`${entry.entity} ${entry.entityId}`) ?? null }))
}

async function findNames(db: Db, entity: AuditEntity, listed: string[]): Promise<Named[]> {
  if (entity === 'product' || entity === 'category') {
    const table = entity === 'product' ? products : categories
    const ids = listed.filter((id) => /^\d{1,9}$/.test(id)).map(Number)
    return db.select({ id: table.id, name: table.name }).from(table).where(inArray(table.id, ids))
  }
  const ids = listed.filter(isUuid)
  switch (entity) {
    case 'order':
      return db.select({ id: orders.id, name: orders.reference }).from(orders).where(inArray(orders.id, ids))
    case 'payment':
      return db
        .select({ id: payments.id, name: orders.reference })
        .from(payments)
        .innerJoin(orders, eq(orders.id, payments.orderId))
        .where(inArray(payments.id, ids))
    case 'custom-order': {
      const { id, reference: name } = customOrders
      return db.select({ id, name }).from(customOrders).where(inArray(id, ids))
    }
    case 'ticket': {
      const { id, number } = contactTickets
      const found = await db.select({ id, number }).from(contactTickets).where(inArray(id, ids))
      return found.map((ticket) => ({ id: ticket.id, name: formatTicketNumber(ticket.number) }))
    }
    default:
      return []
  }
}
