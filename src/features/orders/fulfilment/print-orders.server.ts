import { html } from 'hono/html'
import { formatDay, formatDayAndTime, formatFullDay, shopDay } from '#src/core/dates.ts'
import { DomainError } from '#src/core/domain-error.ts'
import { formatMobile } from '#src/core/shop-contact.ts'
import { SHOP_NAME } from '#src/core/shop-policy.ts'
import { counted } from '#src/core/words.ts'
import type { Db } from '#src/db/database.server.ts'
import { labelTexts } from '#src/features/catalog/food/facts-text.ts'
import { findFoodFacts } from '#src/features/catalog/food/product-facts.server.ts'
import { giftCardSheets, isGift } from '#src/features/orders/gift/gift-cards.server.ts'
import { listOrdersById } from '#src/features/orders/lookup/list-orders.server.ts'
import type { Gift } from '#src/features/orders/order-form.contract.ts'
import type { Order } from '#src/features/orders/orders.contract.ts'
import { readSection } from '#src/features/settings/read-settings.server.ts'
import type { Markup } from '#src/server/render/html-layout.server.ts'
import { renderPrintPage } from '#src/server/render/print-page.server.ts'
import {
  buildBoxLabels,
  buildPackingSlips,
  buildPickList,
  countAddressRows,
  countSmallRows,
  formatParcelNumber,
  isShippable,
  type LabelTexts,
  type PackingSlip,
  type PrintKind,
  type SlipPiece,
} from './packing-slips.ts'
import { findPackingNotes } from './parcel-heat.server.ts'

const SLIPS_PER_SHEET = 4
const PACKING_NOTE_ROWS = 3

/** Finds the label texts of custom chocolates by their order; supplied by custom orders, which depend on orders. */
export type FindCustomLabels = (db: Db, orderIds: readonly string[]) => Promise<Map<string, string[]>>

type Print = { kind: PrintKind; ids: string[]; customLabelsOf: FindCustomLabels }

export async function printOrders(db: Db, { kind, ids, customLabelsOf }: Print): Promise<Response> {
  const orders = await listOrdersById(db, ids)
  if (orders.length < ids.length) throw new DomainError('not-found', 'Order not found.')
  const sendable = orders.filter(isShippable)
  const facts = await readLabelFacts(db, sendable, customLabelsOf)
  return PRINTS[kind](sendable, { hint: hintFor(orders.filter((order) => !isShippable(order))), ...facts })
}

/** `footer` names manufacturer, licence and customer care; `packing` says by order what the heat asks for. */
type PrintContext = { hint: Markup; textsOf: LabelTexts; footer: string; packing: ReadonlyMap<string, string> }

async function readLabelFacts(
  db: Db,
  orders: Order[],
  customLabelsOf: FindCustomLabels,
): Promise<Omit<PrintContext, 'hint'>> {
  const facts = await findFoodFacts(
    db,
    orders.flatMap(({ items }) => items.map(({ product }) => product.id)),
  )
  const custom = await customLabelsOf(
    db,
    orders.map(({ id }) => id),
  )
  const orderOf = new Map(orders.flatMap((order) => order.items.map((item) => [item.id, order])))
  const [{ legalName }, contact] = await Promise.all([readSection(db, 'tax'), readSection(db, 'contact')])
  const care = [...contact.phones.slice(0, 1), ...contact.emails.slice(0, 1).map(({ email }) => email)].join(', ')
  return {
    textsOf: ({ id, price, product }) => {
      const order = orderOf.get(id)
      if (product.id === null) return custom.get(order?.id ?? '') ?? []
      return labelTexts(price, facts.get(product.id) ?? {}, order?.gift === null)
    },
    packing: await findPackingNotes(
      db,
      orders.map(({ id }) => id),
    ),
    footer: [
      `Made by ${legalName || SHOP_NAME}, ${contact.address}`,
      contact.fssai && `FSSAI ${contact.fssai}`,
      care && `Customer care: ${care}`,
    ]
      .filter(Boolean)
      .join(' · '),
  }
}

const PRINTS: Record<PrintKind, (orders: Order[], context: PrintContext) => Promise<Response>> = {
  slips: (orders, { hint, textsOf, footer, packing }) => {
    const slips = orders.flatMap((order) => {
      const note = packing.get(order.id)
      return buildPackingSlips(order, textsOf, countSmallRows(footer) + (note ? PACKING_NOTE_ROWS : 0))
    })
    const sheets = Array.from({ length: Math.ceil(slips.length / SLIPS_PER_SHEET) }, (_, i) =>
      slips.slice(i * SLIPS_PER_SHEET, (i + 1) * SLIPS_PER_SHEET),
    )
    const body = html`${sheets.map((sheet) => html`<section class="sheet">${sheet.map((one) => slip(one, footer, packing.get(one.order.id)))}</section>`)}`
    return renderPrintPage({ title: counted(orders.length, 'packing slip'), paper: 'a4-whole', hint, body })
  },
  labels: (orders, { hint }) => {
    const sent = orders.filter((order) => !isPickup(order))
    return renderPrintPage({
      title: counted(sent.length, 'address label'),
      paper: 'label',
      hint: html`${hint}${leftOut('picked up at the studio', orders.filter(isPickup))}`,
      body: html`${sent.map(label)}`,
    })
  },
  boxes: (orders, { hint, textsOf, footer }) => {
    const labels = orders.flatMap((order) => buildBoxLabels(order, textsOf, countSmallRows(footer)))
    return renderPrintPage({
      title: counted(labels.length, 'box label'),
      paper: 'label',
      hint,
      body: html`${labels.map((one) => boxLabel(one, footer))}`,
    })
  },
  cards: (orders, { hint }) => {
    const gifts = orders.filter(isGift)
    const title = counted(gifts.length, 'message card')
    return renderPrintPage({ title, paper: 'a4-whole', hint, body: giftCardSheets(gifts) })
  },
  pick: (orders, { hint }) =>
    renderPrintPage({
      title: `Pick list for ${counted(orders.length, 'order')}`,
      paper: 'a4',
      hint,
      body: pickList(orders),
    }),
}

function hintFor(orders: Order[]): Markup {
  return html`<p>Print this page at 100%, without scaling.</p>
    ${leftOut('not paid or cancelled', orders)}`
}

const leftOut = (why: string, orders: Order[]) =>
  orders.length > 0 &&
  html`<p class="strong">Left out, because ${why}: ${orders.map(({ orderId }) => orderId).join(', ')}</p>`

const isPickup = ({ deliveryMethod }: Order) => deliveryMethod === 'pickup'

function slip({ order, pieces, part, parts }: PackingSlip, footer: string, packing?: string): Markup {
  const count = order.items.reduce((sum, { quantity }) => sum + quantity, 0)
  const notes = pieces.flatMap((piece) => (piece.kind === 'note' ? [piece.text] : []))
  return html`<article class="slip">
    <header>
      <p class="house">${SHOP_NAME}</p>
      <p class="small">${dates(order)}</p>
      <p class="reference strong">${order.orderId}${parts > 1 && ` · part ${part} of ${parts}`}</p>
    </header>
    ${part === 1 && order.group && html`<p class="small">${formatParcelNumber(order.group)}</p>`}
    ${part === 1 && html`<div>${address(order)}</div>`}
    ${packing && html`<p class="note strong">${packing}</p>`}
    ${part === 1 && order.gift && html`<p class="note strong">${giftPacking(order.gift)}</p>`}
    <ul class="items">${items(pieces)}</ul>
    ${notes.length > 0 && html`<p class="note">${notes.join(' ')}</p>`}
    <p class="small manufacturer">${footer}</p>
    <footer class="small"><span>${counted(count, 'piece')}</span><span>Packed by ____________</span></footer>
  </article>`
}

/** Lists items with their label texts; an item that began on the slip before is named again. */
function items(pieces: readonly SlipPiece[]): Markup[] {
  const onPaper = pieces.filter((piece) => piece.kind !== 'note')
  const groups = [...Map.groupBy(onPaper, ({ item }) => item)]
  return groups.map(([{ quantity, product }, of]) => {
    const texts = of.flatMap(({ text }) => text ?? [])
    const head =
      of[0]?.kind === 'item'
        ? html`<span class="box"></span><span class="strong">${quantity} ×</span><span>${product.name}</span>`
        : html`<span class="no-box"></span><span></span><span>${product.name}, continued</span>`
    return html`<li>${head}${texts.length > 0 && html`<p class="facts">${texts.join(' ')}</p>`}</li>`
  })
}

function boxLabel({ order, pieces, part, parts }: PackingSlip, footer: string): Markup {
  return html`<article class="parcel contents">
    <header>
      <p class="house">${SHOP_NAME}</p>
      <p class="strong">In this box · ${order.orderId}${parts > 1 && ` · part ${part} of ${parts}`}</p>
    </header>
    <ul class="items">${items(pieces)}</ul>
    <footer class="small"><p>${footer}</p></footer>
  </article>`
}

/** A pickup order does not leave; it must be packed by its day. */
const dates = ({ createdAt, shipOn, deliveryMethod }: Order) =>
  [
    shipOn && `${deliveryMethod === 'pickup' ? 'Pack by' : 'Leaves on'} ${formatDay(shipOn)}`,
    `ordered ${formatFullDay(shopDay(new Date(createdAt)))}`,
  ]
    .filter(Boolean)
    .join(' · ')

const giftPacking = ({ hasWrap }: Gift) => `Gift: card${hasWrap ? ' and wrap' : ', no wrap'}, no prices in the box`

const recipientPhone = ({ gift, customerPhone }: Order) => formatMobile(gift?.recipientPhone ?? customerPhone)

function address(order: Order): Markup {
  const { shippingAddress: to, customerPhone, deliveryMethod } = order
  if (deliveryMethod === 'pickup')
    return html`<p class="strong">PICKUP · ${to.firstName} ${to.lastName}</p>
      <p>Keep at the studio · ${formatMobile(customerPhone)}</p>`
  return html`${deliveryMethod === 'same-day' && html`<p class="strong">SAME DAY, BY RIDER</p>`}
    <p class="strong">${to.firstName} ${to.lastName}</p>
    <p>${to.address}</p>
    ${to.landmark && html`<p>${to.landmark}</p>`}
    <p>${to.city}, ${to.state}</p>
    <p><span class="strong">${to.pincode}</span> · ${recipientPhone(order)}</p>`
}

function label(order: Order): Markup {
  const { shippingAddress: to, tracking, deliveryMethod } = order
  return html`<article class="parcel">
    <div class="small"><p class="house">${SHOP_NAME}</p><p>Hyderabad, Telangana, India${deliveryMethod === 'same-day' && ' · SAME DAY, BY RIDER'}</p></div>
    <div class="to ${sizeOf(countAddressRows(order))}">
      <p class="small">To</p>
      <p class="strong">${to.firstName} ${to.lastName}</p>
      <p>${to.address}</p>
      ${to.landmark && html`<p>${to.landmark}</p>`}
      <p>${to.city}, ${to.state}</p>
      <p class="pin">${to.pincode}</p>
      <p>${recipientPhone(order)}</p>
    </div>
    <footer>
      <p class="strong">${order.orderId}</p>
      ${tracking && html`<p>${tracking.courier} ${tracking.number}</p>`}
      <p>Chocolate. Keep cool and dry, out of the sun.</p>
    </footer>
  </article>`
}

/** Makes the longest address fit above the foot of its label. */
function sizeOf(rows: number): string {
  if (rows > 16) return 'longer'
  return rows > 8 ? 'long' : ''
}

function pickList(orders: Order[]): Markup {
  const rows = buildPickList(orders)
  const pieces = rows.reduce((sum, row) => sum + row.pieces, 0)
  return html`<table>
      <caption><span class="house">${SHOP_NAME}</span><br>Pick list for ${counted(orders.length, 'order')}, ${formatDayAndTime(new Date().toISOString())}</caption>
      <thead>
        <tr><th scope="col" class="number">Pieces</th><th scope="col">Product</th><th scope="col" class="number">Orders</th><th scope="col">Picked</th></tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) =>
            html`<tr><td class="number">${row.pieces}</td><td>${row.name}</td><td class="number">${row.orders}</td><td><span class="box"></span></td></tr>`,
        )}
      </tbody>
      <tfoot>
        <tr><td class="number">${pieces}</td><td>${counted(rows.length, 'product')}</td><td></td><td></td></tr>
      </tfoot>
    </table>
    <p class="references">${orders.map(({ orderId }) => orderId).join(', ')}</p>`
}
