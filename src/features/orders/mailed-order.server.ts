import type { DeliveryWindow } from '#src/core/delivery-promise.ts'
import { type Paise, paise } from '#src/core/money.ts'
import { readSettings } from '#src/features/settings/settings.server.ts'
import type { Db } from '#src/platform/database.server.ts'
import { publicLink } from '#src/platform/public-link.server.ts'
import { promisedTo } from './order-promise.server.ts'
import type { ShippingAddress } from './orders.contract.ts'
import type { OrderRow } from './orders.server.ts'
import { listSoldLines } from './sold-lines.server.ts'

/** Everything that mails tell of an order. */
export type MailedOrder = {
  reference: string
  customerName: string
  lines: readonly { name: string; quantity: number; amount: Paise }[]
  subtotal: Paise
  discount: Paise
  promoCode: string | null
  shipping: Paise
  total: Paise
  shippingAddress: ShippingAddress
  shipOn: string
  /** Between which days it arrives; null where parcels go by arrangement. */
  expected: Pick<DeliveryWindow, 'from' | 'to'> | null
  /** It is crafted for this customer, not taken from the shelf. */
  isCrafted: boolean
  /** The address of its page. */
  link: string
  /** How to reach the shop: its mail address, its telephone, or the contact form. */
  support: string
}

/** What is known of an order when a mail about it is written. */
export async function mailedOrder(tx: Db, order: OrderRow): Promise<MailedOrder> {
  const settings = await readSettings(tx)
  const { shipOn, days } = promisedTo(order, settings)
  const { reference, customerName, promoCode, shippingAddress } = order
  return {
    reference,
    customerName,
    lines: await listSoldLines(tx, order.id),
    subtotal: paise(order.subtotalPaise),
    discount: paise(order.discountPaise),
    promoCode,
    shipping: paise(order.shippingPaise),
    total: paise(order.totalPaise),
    shippingAddress,
    shipOn,
    expected: days,
    isCrafted: order.readyOn !== null || order.craftingDays > 0,
    link: publicLink(`/orders?view=${order.id}`),
    support: supportOf(settings.contact),
  }
}

function supportOf({ emails, phones }: { emails: readonly { email: string }[]; phones: readonly string[] }): string {
  const [mail, phone] = [emails[0]?.email, phones[0]]
  if (!mail && !phone) return `write to us: ${publicLink('/contact')}`
  return [mail && `write to ${mail}`, phone && `call ${phone}`].filter(Boolean).join(' or ')
}
