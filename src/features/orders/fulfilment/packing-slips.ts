import { counted } from '#src/core/words.ts'
import type { AdminOrder, Order, OrderGroup } from '#src/features/orders/orders.contract.ts'

export const PRINT_KINDS = ['slips', 'pick', 'labels', 'boxes', 'cards'] as const
export type PrintKind = (typeof PRINT_KINDS)[number]

export function isShippable({ status, awaitingPayment }: Order): boolean {
  return !awaitingPayment && status !== 'cancelled'
}

/** Formats which of several parcels it is: Parcel 3 of 40. */
export const formatParcelNumber = ({ number, count }: Pick<OrderGroup, 'number' | 'count'>) =>
  number === null ? counted(count, 'parcel') : `Parcel ${number} of ${count}`

export const formatGelPacks = (count: number) => counted(count, 'gel pack')

type Heat = NonNullable<AdminOrder['heatOnTheWay']>

/** Formats heat: Nagpur, up to 43 °C in May. */
export function formatHeat({ place, celsius, month }: Omit<Heat, 'gelPacks'>): string {
  return `${place}, up to ${celsius} °C in ${month}`
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

/** A line of a slip: an item with the first of its label texts, another of its texts, or a part of the note. */
export type SlipPiece =
  | { kind: 'item'; item: OrderItem; text: string | undefined }
  | { kind: 'text'; item: OrderItem; text: string }
  | { kind: 'note'; text: string }

/** A quarter of a page; a long order continues on the next slip. */
export type PackingSlip = { order: Order; pieces: SlipPiece[]; part: number; parts: number }

type OrderItem = Order['items'][number]
/** Finds what the label says of an item, a paragraph a text; none if it is unknown. */
export type LabelTexts = (item: OrderItem) => readonly string[]

/** Rows and wide letters in a row that fit, in the size of an item's name; label texts are smaller. */
type Paper = { rows: number; letters: number }
const SLIP: Paper = { rows: 22, letters: 38 }
const BOX_LABEL: Paper = { rows: 24, letters: 50 }
const SMALLER = 0.78
const GIFT_LINE_ROWS = 2
const PARCEL_LINE_ROWS = 1

const rowsOf = (text: string | undefined, letters = SLIP.letters) => Math.ceil((text?.length ?? 0) / letters)

export function countAddressRows({ shippingAddress: to, deliveryMethod }: Order): number {
  const name = rowsOf(`${to.firstName} ${to.lastName}`, SLIP.letters * 0.8)
  const method = deliveryMethod === 'same-day' ? 1 : 0
  return method + name + rowsOf(to.address) + rowsOf(to.landmark) + rowsOf(`${to.city}, ${to.state}`) + 2
}

/** Splits an order into slips that fit. Only the first has the address; each has the footer. */
export function buildPackingSlips(order: Order, textsOf: LabelTexts, footerRows: number): PackingSlip[] {
  const pieces = [...order.items.flatMap((item) => piecesOfItem(item, textsOf)), ...piecesOfNote(order.notes)]
  const paper = { ...SLIP, rows: SLIP.rows - footerRows }
  return toParts(order, fill(pieces, paper, countAddressRows(order) + countHintRows(order)))
}

const countHintRows = ({ gift, group }: Order) => (gift ? GIFT_LINE_ROWS : 0) + (group ? PARCEL_LINE_ROWS : 0)

/** Splits the contents of a box into labels that fit. */
export function buildBoxLabels(order: Order, textsOf: LabelTexts, footerRows: number): PackingSlip[] {
  const pieces = order.items.flatMap((item) => piecesOfItem(item, textsOf))
  return toParts(order, fill(pieces, { ...BOX_LABEL, rows: BOX_LABEL.rows - footerRows }, 0))
}

export const countSmallRows = (text: string) => rowsOf(text, SLIP.letters / SMALLER) * SMALLER

const toParts = (order: Order, pages: SlipPiece[][]) =>
  pages.map((pieces, i) => ({ order, pieces, part: i + 1, parts: pages.length }))

/** Fills page after page. The first page has `taken` rows less. */
function fill(pieces: SlipPiece[], { rows, letters }: Paper, taken: number): SlipPiece[][] {
  const pages: SlipPiece[][] = [[]]
  let left = rows - taken
  for (const piece of pieces) {
    const needed = rowsOfPiece(piece, letters)
    if (needed > left) {
      pages.push([])
      left = rows
    }
    left -= needed
    pages.at(-1)?.push(piece)
  }
  return pages
}

function rowsOfPiece(piece: SlipPiece, letters: number): number {
  if (piece.kind === 'note') return rowsOf(piece.text, letters) + 0.6
  // The texts of an item run on in one paragraph, whose last row is counted with the name.
  const name = piece.kind === 'item' ? rowsOf(piece.item.product.name, letters) + 0.4 + SMALLER : 0
  return name + ((piece.text?.length ?? 0) / letters) * SMALLER ** 2
}

function piecesOfItem(item: OrderItem, textsOf: LabelTexts): SlipPiece[] {
  const [text, ...more] = textsOf(item).flatMap(splitBetweenWords)
  return [{ kind: 'item', item, text }, ...more.map((text) => ({ kind: 'text' as const, item, text }))]
}

const piecesOfNote = (note: string | null): SlipPiece[] =>
  splitBetweenWords(note ?? '').map((text) => ({ kind: 'note', text }))

/** Splits a text between words, so that its pieces fill up a slip. */
function splitBetweenWords(text: string): string[] {
  const flat = text.replaceAll(/\s+/g, ' ').trim()
  return flat.match(/\S.{0,150}(?=\s|$)|\S{1,150}/g) ?? []
}
