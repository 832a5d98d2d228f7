import { createHash } from 'node:crypto'
import { contentText } from '#src/core/content-text.ts'
import { type Paise, paiseFromRupees } from '#src/core/money.ts'
import type { CartOrder, OrderForm } from '#src/features/orders/order-form.contract.ts'

/** Marks hashes of every field. Orders of earlier versions have hashes of the fields of that time. */
const OF_EVERY_FIELD = 'v2:'

export function hashContent(content: object): string {
  return OF_EVERY_FIELD + sha256(contentText(content))
}

/** Tells whether an order was placed with this content; `oldHash` is what an earlier version made of it. */
export function hasContent({ contentHash }: { contentHash: string }, content: object, oldHash: string): boolean {
  return contentHash === (contentHash.startsWith(OF_EVERY_FIELD) ? hashContent(content) : oldHash)
}

/** Needs no new fields: orders that were placed before a field existed do not have it. */
export function hashOldCart(content: CartOrder): string {
  const items = content.items.toSorted((a, b) => a.productId - b.productId)
  const { customer, address, notes, expectedTotal } = oldForm(content)
  return sha256(
    JSON.stringify({
      items: items.map((item) => [item.productId, item.quantity]),
      customer,
      address,
      notes,
      promoCode: content.promoCode ?? '',
      expectedTotal,
    }),
  )
}

export function hashOldQuote(customOrderId: string, price: Paise, form: OrderForm): string {
  const { customer, address, notes, expectedTotal } = oldForm(form)
  return sha256(JSON.stringify([customOrderId, price, customer, address, notes, expectedTotal]))
}

function oldForm({ customerName, customerEmail, customerPhone, shippingAddress, notes, amount }: OrderForm) {
  return {
    customer: [customerName, customerEmail, customerPhone],
    address: Object.entries(shippingAddress).sort(),
    notes: notes ?? '',
    expectedTotal: paiseFromRupees(amount),
  }
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('base64url')
