import type { DeliveryWindow } from '#src/core/delivery-promise.ts'
import { type Paise, paise } from '#src/core/money.ts'
import type { Db } from '#src/db/database.server.ts'
import { getDeliveryPromise } from '#src/features/orders/dispatch/delivery-promise.server.ts'
import { listInvoiceLines } from '#src/features/orders/lookup/order-lines.server.ts'
import type { ShippingAddress } from '#src/features/orders/order-form.contract.ts'
import type { OrderRow } from '#src/features/orders/orders.server.ts'
import { readSettings } from '#src/features/settings/read-settings.server.ts'
import { absoluteUrl } from '#src/server/config/process-settings.server.ts'

export type OrderEmailData = {
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
  expected: Pick<DeliveryWindow, 'from' | 'to'> | null
  isCrafted: boolean
  link: string
  support: string
}

export async function loadOrderEmailData(tx: Db, order: OrderRow): Promise<OrderEmailData> {
  const settings = await readSettings(tx)
  const { shipOn, days } = getDeliveryPromise(order, settings)
  const { reference, customerName, promoCode, shippingAddress } = order
  return {
    reference,
    customerName,
    lines: await listInvoiceLines(tx, order.id),
    subtotal: paise(order.subtotalPaise),
    discount: paise(order.discountPaise),
    promoCode,
    shipping: paise(order.shippingPaise),
    total: paise(order.totalPaise),
    shippingAddress,
    shipOn,
    expected: days,
    isCrafted: order.readyOn !== null || order.craftingDays > 0,
    link: absoluteUrl(`/orders?view=${order.id}`),
    support: supportOf(settings.contact),
  }
}

function supportOf({ emails, phones }: { emails: readonly { email: string }[]; phones: readonly string[] }): string {
  const [mail, phone] = [emails[0]?.email, phones[0]]
  if (!mail && !phone) return `write to us: ${absoluteUrl('/contact')}`
  return [mail && `write to ${mail}`, phone && `call ${phone}`].filter(Boolean).join(' or ')
}
