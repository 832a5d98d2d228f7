import { count, eq, inArray, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { paise, rupees } from '#src/core/money.ts'
import type { Db } from '#src/db/database.server.ts'
import { leastAdvanced, type OrderStatus } from '#src/features/orders/order-status.ts'
import type { OrderGroup } from '#src/features/orders/orders.contract.ts'
import type { OrderRow } from '#src/features/orders/orders.server.ts'
import { orderLines, orders } from '#src/features/orders/orders.table.server.ts'
import type { LineFacts, ShownRow } from './order-view.server.ts'

type Amounts = Pick<
  OrderRow,
  'subtotalPaise' | 'shippingPaise' | 'coolPackPaise' | 'giftWrapPaise' | 'discountPaise' | 'totalPaise'
>
type Group = { orderId: string; count: number; statuses: Partial<Record<OrderStatus, number>>; amounts: Amounts }
export type Groups = ReadonlyMap<string, Group>

const sumOf = (column: PgColumn) => sql`sum(${column})`.mapWith(Number)

export async function findGroups(db: Db, rows: readonly Pick<OrderRow, 'groupId'>[]): Promise<Groups> {
  const ids = [...new Set(rows.flatMap(({ groupId }) => groupId ?? []))]
  const found = new Map<string, Group>()
  if (ids.length === 0) return found
  const parts = await db
    .select({
      groupId: orders.payingOrderId,
      status: orders.status,
      orderId: sql<string | null>`max(${orders.reference}) filter (where ${orders.parcelNumber} = 1)`,
      count: count(),
      amounts: {
        subtotalPaise: sumOf(orders.subtotalPaise),
        shippingPaise: sumOf(orders.shippingPaise),
        coolPackPaise: sumOf(orders.coolPackPaise),
        giftWrapPaise: sumOf(orders.giftWrapPaise),
        discountPaise: sumOf(orders.discountPaise),
        totalPaise: sumOf(orders.totalPaise),
      },
    })
    .from(orders)
    .where(inArray(orders.payingOrderId, ids))
    .groupBy(orders.payingOrderId, orders.status)
  for (const { groupId, status, orderId, ...part } of parts) {
    const known = found.get(groupId ?? '')
    found.set(groupId ?? '', {
      orderId: orderId ?? known?.orderId ?? '',
      count: part.count + (known?.count ?? 0),
      statuses: { ...known?.statuses, [status]: part.count },
      amounts: known ? addAmounts(known.amounts, part.amounts) : part.amounts,
    })
  }
  return found
}

const addAmounts = (one: Amounts, other: Amounts): Amounts => ({
  subtotalPaise: one.subtotalPaise + other.subtotalPaise,
  shippingPaise: one.shippingPaise + other.shippingPaise,
  coolPackPaise: one.coolPackPaise + other.coolPackPaise,
  giftWrapPaise: one.giftWrapPaise + other.giftWrapPaise,
  discountPaise: one.discountPaise + other.discountPaise,
  totalPaise: one.totalPaise + other.totalPaise,
})

export function toOrderGroup({ groupId, parcelNumber }: ShownRow, groups: Groups): OrderGroup | null {
  const group = groups.get(groupId ?? '')
  if (!groupId || !group) return null
  const { orderId, count, statuses, amounts } = group
  return { id: groupId, orderId, number: parcelNumber, count, total: rupees(paise(amounts.totalPaise)), statuses }
}

/** The first parcel as its customer sees the order: with all amounts, and with nothing that is of one recipient only. */
export function asWholeOrder(row: ShownRow, groups: Groups): ShownRow {
  const group = groups.get(row.groupId ?? '')
  if (!group) return row
  return {
    ...row,
    ...group.amounts,
    status: leastAdvanced(group.statuses),
    shippingAddress: row.billingAddress ?? row.shippingAddress,
    parcelNumber: null,
    gift: null,
    heat: null,
    shipOn: null,
    packedAt: null,
    courier: null,
    trackingNumber: null,
  }
}

/** Lists what all parcels of a group contain together, a line a product and price. */
export async function listGroupLines(db: Db, groupIds: readonly string[]): Promise<LineFacts[]> {
  if (groupIds.length === 0) return []
  const { id, productId, name, imageUrl, unitPaise, quantity } = orderLines
  const rows = await db
    .select({
      id: sql<string>`min(${id}::text)`,
      orderId: orders.payingOrderId,
      productId,
      name,
      imageUrl,
      unitPaise,
      quantity: sumOf(quantity),
    })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .where(inArray(orders.payingOrderId, [...groupIds]))
    .groupBy(orders.payingOrderId, productId, name, imageUrl, unitPaise)
    .orderBy(name)
  return rows.map(({ orderId, ...line }) => ({ ...line, orderId: orderId ?? '' }))
}
