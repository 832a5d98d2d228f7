import { shopDay } from '#src/core/dates.ts'
import { type IndianState, resolveSupplyType, STATE_CODES } from '#src/core/gst.ts'
import { paise } from '#src/core/money.ts'
import { calculateOrderTax, type OrderTax, type TaxableLine } from '#src/core/order-tax.ts'
import { SHOP_NAME } from '#src/core/shop-policy.ts'
import type { Db } from '#src/db/database.server.ts'
import { getDefaultTaxRate, getTaxRates } from '#src/features/catalog/products/tax-rates.server.ts'
import { listInvoiceLines } from '#src/features/orders/lookup/order-lines.server.ts'
import type { OrderRow } from '#src/features/orders/orders.server.ts'
import { readSettings } from '#src/features/settings/read-settings.server.ts'
import type { Settings } from '#src/features/settings/settings.contract.ts'
import { type InvoiceLine, type Recipient, type Supplier, selectInvoiceKind, sumTaxSplit } from './invoice-types.ts'

/** Drafts an invoice from shop, order and tax law as they are now; only the number is missing. */
export async function draftInvoice(tx: Db, order: OrderRow, now: Date) {
  const { contact, tax } = await readSettings(tx)
  const kind = selectInvoiceKind(tax.mode, contact.gstin)
  const supply = resolveSupplyType(order.shippingAddress.state, tax.homeState)
  const lines = linesOf(
    calculateOrderTax({
      lines: await taxableLines(tx, order.id, shopDay(now)),
      discount: paise(order.discountPaise),
      shipping: paise(order.shippingPaise),
      supply,
      mode: kind === 'tax-invoice' ? 'regular' : 'unregistered',
    }),
    kind === 'tax-invoice',
  )
  if (sumTaxSplit(lines).net !== order.totalPaise)
    throw new Error(`The lines of ${order.reference} do not add up to its total`)
  return { kind, supply, lines, supplier: supplierOf({ contact, tax }), recipient: recipientOf(order) }
}

type SoldLine = TaxableLine & { description: string; quantity: number }

async function taxableLines(tx: Db, orderId: string, day: string): Promise<SoldLine[]> {
  const sold = await listInvoiceLines(tx, orderId)
  const ids = sold.flatMap(({ productId }) => productId ?? [])
  const rates = await getTaxRates(tx, ids, day)
  const usual = await getDefaultTaxRate(tx, day)
  return sold.map(({ productId, name, quantity, amount }) => ({
    description: name,
    quantity,
    amount,
    ...(rates.get(productId ?? -1) ?? usual),
  }))
}

/** Shipping is part of the supply of the goods but charged separately, so it is the last line. */
function linesOf({ lines, shipping }: OrderTax<SoldLine>, bearsTax: boolean): InvoiceLine[] {
  const rate = (line: { rateBasisPoints: number }) => (bearsTax ? line.rateBasisPoints : 0)
  const goods = lines.map(({ amount, ...line }) => ({
    ...line,
    rateBasisPoints: rate(line),
    unit: 'PCS' as const,
    gross: amount,
  }))
  const sent = shipping.map((line) => ({
    ...line,
    rateBasisPoints: rate(line),
    description: 'Packing and delivery',
    quantity: 1,
    unit: 'OTH' as const,
    gross: line.net,
    discount: paise(0),
  }))
  return [...goods, ...sent]
}

function supplierOf({ contact, tax }: Pick<Settings, 'contact' | 'tax'>): Supplier {
  return {
    name: SHOP_NAME,
    legalName: tax.legalName,
    address: contact.address,
    ...stateOf(tax.homeState),
    gstin: tax.mode === 'unregistered' ? '' : contact.gstin,
    fssai: contact.fssai,
    phone: contact.phones[0] ?? '',
    email: contact.emails[0]?.email ?? '',
  }
}

/** Only what rule 46 requires, because the invoice outlives the account. */
function recipientOf({ shippingAddress: to }: OrderRow): Recipient {
  return {
    name: `${to.firstName} ${to.lastName}`,
    address: to.address,
    place: to.city,
    pincode: to.pincode,
    ...stateOf(to.state),
  }
}

const stateOf = (state: IndianState) => ({ state, stateCode: STATE_CODES[state] })
