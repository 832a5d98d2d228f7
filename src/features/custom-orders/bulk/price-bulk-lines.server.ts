import { DomainError } from '#src/core/domain-error.ts'
import { addPaise, type Paise, paiseFromRupees, rupees, timesPaise } from '#src/core/money.ts'
import type { Db } from '#src/db/database.server.ts'
import { findQuotedProducts } from '#src/features/catalog/stock/quoted-products.server.ts'
import type { NewBulkQuote } from '#src/features/custom-orders/custom-orders.contract.ts'
import type { AdminBulkLine } from './bulk.contract.ts'
import { loadBulkLines, setUnitPrice, toBulkLine } from './bulk-lines.server.ts'

/** Loads the lines with the prices and the stock of today, for the admin who prices them. */
export async function loadPricedLines(db: Db, id: string): Promise<AdminBulkLine[]> {
  const lines = await loadBulkLines(db, id)
  const products = await findQuotedProducts(db, lines)
  return lines.map((line) => {
    const product = products.get(line.productId)
    const today = product && {
      listPrice: rupees(product.listPrice),
      tierPrice: rupees(product.tierPrice),
      available: product.available,
    }
    return { ...toBulkLine(line), today: today ?? null }
  })
}

/** Writes the price of every line and returns their sum. Exactly the lines of the request must be priced. */
export async function setBulkPrices(tx: Db, id: string, prices: NewBulkQuote['lines']): Promise<Paise> {
  const lines = await loadBulkLines(tx, id)
  const priceOf = new Map(prices.map(({ productId, unitPrice }) => [productId, paiseFromRupees(unitPrice)]))
  if (prices.length !== lines.length || lines.some(({ productId }) => !priceOf.has(productId)))
    throw new DomainError('invalid', 'Please price every product of the request once.', {
      issues: [{ path: 'lines', message: 'Please price every product of the request once.' }],
    })
  await refuseArchived(tx, lines)
  const amounts: Paise[] = []
  for (const line of lines) {
    const unit = priceOf.get(line.productId) ?? paiseFromRupees(0)
    await setUnitPrice(tx, line, unit)
    amounts.push(timesPaise(unit, line.quantity))
  }
  return addPaise(...amounts)
}

/** Refuses, beside its line, what cannot be accepted today. The request's own unpaid order holds nothing any more. */
export async function refuseShortStock(tx: Db, id: string, prices: NewBulkQuote['lines']): Promise<void> {
  const lines = await loadBulkLines(tx, id)
  const products = await findQuotedProducts(tx, lines)
  const issues = lines.flatMap(({ productId, quantity }) => {
    const available = products.get(productId)?.available ?? 0
    const at = prices.findIndex((price) => price.productId === productId)
    return available < quantity ? [{ path: `lines.${at}.unitPrice`, message: shortStockText(available) }] : []
  })
  if (issues[0]) throw new DomainError('conflict', issues[0].message, { issues })
}

function shortStockText(available: number): string {
  if (available === 0) return 'None in stock. Make them first.'
  const pieces = available.toLocaleString('en-IN')
  return `Only ${pieces} in stock. Make them first, or quote ${pieces}.`
}

async function refuseArchived(tx: Db, lines: Awaited<ReturnType<typeof loadBulkLines>>): Promise<void> {
  const products = await findQuotedProducts(tx, lines)
  const gone = lines.filter(({ productId }) => !products.has(productId)).map(({ name }) => name)
  if (gone.length > 0)
    throw new DomainError('conflict', `No longer in our shop: ${gone.join(', ')}. Put it on sale again, or decline.`)
}
