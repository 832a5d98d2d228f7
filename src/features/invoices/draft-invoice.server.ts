import { shopDay } from '#src/core/dates.ts'
import { type IndianState, resolvePlaceOfSupply, resolveSupplyType, STATE_CODES } from '#src/core/gst.ts'
import { paise } from '#src/core/money.ts'
import { type Charge, calculateOrderTax, type OrderTax, type TaxableLine } from '#src/core/order-tax.ts'
import { SHOP_NAME } from '#src/core/shop-policy.ts'
import type { Db } from '#src/db/database.server.ts'
import { getDefaultTaxRate, getTaxRates } from '#src/features/catalog/products/tax-rates.server.ts'
import { listInvoiceLines } from '#src/features/orders/lookup/order-lines.server.ts'
import type { OrderRow } from '#src/features/orders/orders.server.ts'
import { readSettings } from '#src/features/settings/read-settings.server.ts'
import type { Settings } from '#src/features/settings/settings.contract.ts'
import { type InvoiceLine, type Recipient, type Supplier, selectInvoiceKind, sumTaxSplit } from './invoice-types.ts'

/** Drafts invoices from shop, orders and tax law as they are now; only the numbers are missing. */
export async function draftInvoices(tx: Db, orders: readonly OrderRow[], now: Date) {
  const settings = await readSettings(tx)
  const sold = await findTaxableLines(tx, orders, shopDay(now))
  return orders.map((order) => ({ order, ...draftInvoice(order, settings, sold.get(order.id) ?? []) }))
}

function draftInvoice(order: OrderRow, { contact, tax }: Settings, sold: SoldLine[]) {
  const kind = selectInvoiceKind(tax.mode, contact.gstin)
  const placeOfSupply = resolvePlaceOfSupply({
    state: order.shippingAddress.state,
    buyerGstin: order.buyerGstin,
    isForAnother: order.gift !== null && order.deliveryMethod !== 'pickup',
  })
  const supply = resolveSupplyType(placeOfSupply, tax.homeState)
  const lines = linesOf(
    calculateOrderTax({
      lines: sold,
      discount: paise(order.discountPaise),
      charges: [
        { kind: 'shipping', amount: paise(order.shippingPaise) },
        { kind: 'cool-pack', amount: paise(order.coolPackPaise) },
        { kind: 'gift-wrap', amount: paise(order.giftWrapPaise) },
      ],
      supply,
      mode: kind === 'tax-invoice' ? 'regular' : 'unregistered',
    }),
    kind === 'tax-invoice',
  )
  if (sumTaxSplit(lines).net !== order.totalPaise)
    throw new Error(`The lines of ${order.reference} do not add up to its total`)
  return { kind, supply, lines, supplier: supplierOf({ contact, tax }), recipient: recipientOf(order, placeOfSupply) }
}

type SoldLine = TaxableLine & { description: string; quantity: number }

async function findTaxableLines(tx: Db, orders: readonly OrderRow[], day: string): Promise<Map<string, SoldLine[]>> {
  const sold = await listInvoiceLines(
    tx,
    orders.map(({ id }) => id),
  )
  const ids = sold.flatMap(({ productId }) => productId ?? [])
  const rates = await getTaxRates(tx, ids, day)
  const usual = await getDefaultTaxRate(tx, day)
  const toSoldLine = ({ productId, name, quantity, amount }: (typeof sold)[number]): SoldLine => ({
    description: name,
    quantity,
    amount,
    ...(rates.get(productId ?? -1) ?? usual),
  })
  const byOrder = Map.groupBy(sold, ({ orderId }) => orderId)
  return new Map([...byOrder].map(([orderId, lines]) => [orderId, lines.map(toSoldLine)]))
}

const CHARGE_NAMES: Record<Charge['kind'], string> = {
  shipping: 'Packing and delivery',
  'cool-pack': 'Cool pack',
  'gift-wrap': 'Gift wrapping',
}

/** Charges are part of the supply of the goods but shown separately, as the last lines. */
function linesOf({ lines, charges }: OrderTax<SoldLine>, bearsTax: boolean): InvoiceLine[] {
  const rate = (line: { rateBasisPoints: number }) => (bearsTax ? line.rateBasisPoints : 0)
  const goods = lines.map(({ amount, ...line }) => ({
    ...line,
    rateBasisPoints: rate(line),
    unit: 'PCS' as const,
    gross: amount,
  }))
  const charged = charges.map(({ kind, ...line }) => ({
    ...line,
    rateBasisPoints: rate(line),
    description: CHARGE_NAMES[kind],
    quantity: 1,
    unit: 'OTH' as const,
    gross: line.net,
    discount: paise(0),
  }))
  return [...goods, ...charged]
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
function recipientOf(order: OrderRow, placeOfSupply: IndianState): Recipient {
  const { shippingAddress: to, billingAddress, gift, customerName, companyName, buyerGstin } = order
  const billed = billingAddress ?? to
  const addressee = `${to.firstName} ${to.lastName}`
  const buyer = gift ? customerName : addressee
  return {
    name: companyName ?? buyer,
    ...(companyName !== null && { contact: buyer }),
    ...(buyerGstin !== null && { gstin: buyerGstin }),
    ...(gift && { deliveredTo: billingAddress ? { name: addressee, ...addressOf(to) } : addressee }),
    ...(placeOfSupply !== billed.state && { placeOfSupply }),
    ...addressOf(billed),
  }
}

const addressOf = ({ address, city, pincode, state }: OrderRow['shippingAddress']) => ({
  ...{ address, place: city, pincode },
  ...stateOf(state),
})

const stateOf = (state: IndianState) => ({ state, stateCode: STATE_CODES[state] })
