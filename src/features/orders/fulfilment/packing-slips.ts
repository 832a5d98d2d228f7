import type { Order } from '#src/features/orders/orders.contract.ts'

export const PRINT_KINDS = ['slips', 'pick', 'labels'] as const
export type PrintKind = (typeof PRINT_KINDS)[number]

export function isShippable({ status, awaitingPayment }: Order): boolean {
  return !awaitingPayment && status !== 'cancelled'
}

export type PickListRow = { name: string; pieces: number; orders: number }

export function buildPickList(orders: readonly Order[]): PickListRow[] {
  const items = orders.flatMap((order) => order.items)
  // A custom order has no product id, so its name identifies it.
  const groups = Map.groupBy(items, ({ product }) => product.id ?? product.name)
  return [...groups.values()]
    .map((group) => ({
      name: group[0]?.product.name ?? '',
      pieces: group.reduce((sum, { quantity }) => sum + quantity, 0),
      orders: group.length,
    }))
    .sort((one, other) => one.name.localeCompare(other.name))
}

/** A quarter of a page; a long order continues on the next slip. */
export type PackingSlip = { order: Order; items: Order['items']; note: string | null; part: number; parts: number }

/** Rows below the heading and wide letters in a row that fit on a slip. */
const ROWS = 23
const LETTERS = 38

const rowsOf = (text: string | undefined, letters = LETTERS) => Math.ceil((text?.length ?? 0) / letters)

export function countAddressRows({ shippingAddress: to }: Order): number {
  const name = rowsOf(`${to.firstName} ${to.lastName}`, LETTERS * 0.8)
  return name + rowsOf(to.address) + rowsOf(to.landmark) + rowsOf(`${to.city}, ${to.state}`) + 2
}

/** Splits an order into slips that fit. Only the first has the address. */
export function buildPackingSlips(order: Order): PackingSlip[] {
  const pages: { items: Order['items']; note: string[] }[] = [{ items: [], note: [] }]
  let left = ROWS - countAddressRows(order)
  const room = (needed: number) => {
    if (needed > left) {
      pages.push({ items: [], note: [] })
      left = ROWS
    }
    left -= needed
    return pages.at(-1)
  }
  for (const item of order.items) room(rowsOf(item.product.name) + 0.4)?.items.push(item)
  for (const piece of piecesOf(order.notes ?? '')) room(rowsOf(piece) + 0.6)?.note.push(piece)
  return pages.map(({ items, note }, i) => ({
    order,
    items,
    note: note.join(' ') || null,
    part: i + 1,
    parts: pages.length,
  }))
}

/** Splits a note between words, so that pieces fill up a slip. */
function piecesOf(note: string): string[] {
  const flat = note.replaceAll(/\s+/g, ' ').trim()
  return flat.match(/\S.{0,150}(?=\s|$)|\S{1,150}/g) ?? []
}
