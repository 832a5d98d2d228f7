import { html } from 'hono/html'
import { formatDayAndTime } from '#src/core/dates.ts'
import { DomainError } from '#src/core/domain-error.ts'
import { SHOP_NAME } from '#src/core/shop-policy.ts'
import type { Db } from '#src/db/database.server.ts'
import { listOrdersById } from '#src/features/orders/lookup/list-orders.server.ts'
import type { Order } from '#src/features/orders/orders.contract.ts'
import type { Markup } from '#src/server/render/html-layout.server.ts'
import { renderPrintPage } from '#src/server/render/print-page.server.ts'
import {
  buildPackingSlips,
  buildPickList,
  countAddressRows,
  isShippable,
  type PackingSlip,
  type PrintKind,
} from './packing-slips.ts'

const SLIPS_PER_SHEET = 4

export async function printOrders(db: Db, { kind, ids }: { kind: PrintKind; ids: string[] }): Promise<Response> {
  const orders = await listOrdersById(db, ids)
  if (orders.length < ids.length) throw new DomainError('not-found', 'Order not found.')
  const sendable = orders.filter(isShippable)
  return PRINTS[kind](sendable, hintFor(orders.filter((order) => !isShippable(order))))
}

const PRINTS: Record<PrintKind, (orders: Order[], hint: Markup) => Promise<Response>> = {
  slips: (orders, hint) => {
    const slips = orders.flatMap(buildPackingSlips)
    const sheets = Array.from({ length: Math.ceil(slips.length / SLIPS_PER_SHEET) }, (_, i) =>
      slips.slice(i * SLIPS_PER_SHEET, (i + 1) * SLIPS_PER_SHEET),
    )
    const body = html`${sheets.map((sheet) => html`<section class="sheet">${sheet.map(slip)}</section>`)}`
    return renderPrintPage({ title: counted(orders.length, 'packing slip'), paper: 'a4-whole', hint, body })
  },
  labels: (orders, hint) =>
    renderPrintPage({
      title: counted(orders.length, 'address label'),
      paper: 'label',
      hint,
      body: html`${orders.map(label)}`,
    }),
  pick: (orders, hint) =>
    renderPrintPage({
      title: `Pick list for ${counted(orders.length, 'order')}`,
      paper: 'a4',
      hint,
      body: pickList(orders),
    }),
}

const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`

function hintFor(leftOut: Order[]): Markup {
  return html`<p>Print this page. Choose no scaling.</p>
    ${leftOut.length > 0 && html`<p class="strong">Left out, because not paid or cancelled: ${leftOut.map(({ orderId }) => orderId).join(', ')}</p>`}`
}

function slip({ order, items, note, part, parts }: PackingSlip): Markup {
  const pieces = order.items.reduce((sum, { quantity }) => sum + quantity, 0)
  return html`<article class="slip">
    <header>
      <p class="house">${SHOP_NAME}</p>
      <p class="small">${formatDayAndTime(order.createdAt)}</p>
      <p class="reference strong">${order.orderId}${parts > 1 && ` · part ${part} of ${parts}`}</p>
    </header>
    ${part === 1 && html`<div>${address(order)}</div>`}
    <ul class="items">
      ${items.map(
        ({ quantity, product }) =>
          html`<li><span class="box"></span><span class="strong">${quantity} ×</span><span>${product.name}</span></li>`,
      )}
    </ul>
    ${note && html`<p class="note">${note}</p>`}
    <footer class="small"><span>${counted(pieces, 'piece')}</span><span>Packed by ____________</span></footer>
  </article>`
}

function address({ shippingAddress: to, customerPhone }: Order): Markup {
  return html`<p class="strong">${to.firstName} ${to.lastName}</p>
    <p>${to.address}</p>
    ${to.landmark && html`<p>${to.landmark}</p>`}
    <p>${to.city}, ${to.state}</p>
    <p><span class="strong">${to.pincode}</span> · ${customerPhone}</p>`
}

function label(order: Order): Markup {
  const { shippingAddress: to, customerPhone, tracking } = order
  return html`<article class="parcel">
    <div class="small"><p class="house">${SHOP_NAME}</p><p>Hyderabad, Telangana, India</p></div>
    <div class="to ${sizeOf(countAddressRows(order))}">
      <p class="small">To</p>
      <p class="strong">${to.firstName} ${to.lastName}</p>
      <p>${to.address}</p>
      ${to.landmark && html`<p>${to.landmark}</p>`}
      <p>${to.city}, ${to.state}</p>
      <p class="pin">${to.pincode}</p>
      <p>${customerPhone}</p>
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
