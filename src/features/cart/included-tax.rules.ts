import type { Supply } from '#src/core/gst.ts'
import { type Paise, paiseFromRupees, timesPaise } from '#src/core/money.ts'
import { taxOfOrder } from '#src/core/order-tax.ts'
import type { TaxRates } from '#src/features/catalog/catalog.contract.ts'
import { basisPoints } from '#src/features/settings/usual-rate.rules.ts'
import type { OrderTotals } from './cart-sums.rules.ts'

/** What is bought. Without a product it was made for its shopper alone and bears the usual rate. */
export type TaxedPieces = { productId: number | null; price: number; quantity: number }

type Sum = { lines: readonly TaxedPieces[]; totals: OrderTotals; rates: TaxRates; supply: Supply }

/** The GST within a sum, by the arithmetic of the invoice. */
export function includedTax({ lines, totals, rates, supply }: Sum): Paise {
  const taxable = lines.map(({ productId, price, quantity }) => ({
    amount: timesPaise(paiseFromRupees(price), quantity),
    hsn: '',
    rateBasisPoints: basisPoints(rates.products[String(productId)] ?? rates.usual),
  }))
  const { discount, shipping } = totals
  return taxOfOrder({ lines: taxable, discount, shipping, supply, mode: 'regular' }).totals.tax
}
