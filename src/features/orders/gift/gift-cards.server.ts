import { html } from 'hono/html'
import { SHOP_NAME } from '#src/core/shop-policy.ts'
import { adminLogoPath } from '#src/features/orders/card-logo/card-logo.contract.ts'
import type { Gift } from '#src/features/orders/order-form.contract.ts'
import type { Order } from '#src/features/orders/orders.contract.ts'
import type { Markup } from '#src/server/render/html-layout.server.ts'
import { layOutCard } from './card-layout.ts'

const CARDS_PER_SHEET = 6

type GiftOrder = Order & { gift: Gift }

export const isGift = (order: Order): order is GiftOrder => order.gift !== null

/** Sheets of A4 with cards of A7 to cut out; the strip below each names its parcel. */
export function giftCardSheets(orders: readonly GiftOrder[]): Markup {
  if (orders.length === 0) return html`<p class="sheet-empty">None of these orders is a gift.</p>`
  const sheets = Array.from({ length: Math.ceil(orders.length / CARDS_PER_SHEET) }, (_, at) =>
    orders.slice(at * CARDS_PER_SHEET, (at + 1) * CARDS_PER_SHEET),
  )
  return html`${sheets.map((sheet) => html`<section class="card-sheet">${sheet.map(cardWithStrip)}</section>`)}`
}

function cardWithStrip(order: GiftOrder): Markup {
  const { shippingAddress: to, gift, orderId } = order
  const strip = [`For ${to.firstName} ${to.lastName}, ${to.city}`, gift.hasWrap && 'wrap'].filter(Boolean).join(' · ')
  return html`<section class="card-place">
    ${card(order)}
    <p class="small"><span class="strong">${orderId}</span> ${strip}</p>
  </section>`
}

function card({ gift, cardLogoId }: GiftOrder): Markup {
  const { text, size, from } = layOutCard(gift, cardLogoId !== null)
  return html`<article class="gift-card">
    <svg viewBox="0 0 95 64" aria-hidden="true"><path d="M7 .2H94.8V57L88 63.8H.2V7Z"/></svg>
    ${cardLogoId && html`<img class="card-logo ${size}" src="${adminLogoPath(cardLogoId)}" alt="">`}
    <p class="card-text ${size}">${text}</p>
    <p class="card-foot"><span>${from}</span><span class="house">${SHOP_NAME}</span></p>
  </article>`
}
