import type { Supply } from '#src/core/gst.ts'
import { type Paise, paiseFromRupees, timesPaise } from '#src/core/money.ts'
import { calculateOrderTax } from '#src/core/order-tax.ts'
import type { TaxRates } from '#src/features/catalog/products/products.contract.ts'
import { toBasisPoints } from '#src/features/settings/settings-rules.ts'
import type { OrderTotals } from './totals.ts'

export type TaxedItem = { productId: number | null; price: number; quantity: number }

type TaxInput = { lines: readonly TaxedItem[]; totals: OrderTotals; rates: TaxRates; supply: Supply }

/** Same arithmetic as the invoice. */
export function calculateIncludedTax({ lines, totals, rates, supply }: TaxInput): Paise {
  const taxable = lines.map(({ productId, price, quantity }) => ({
    amount: timesPaise(paiseFromRupees(price), quantity),
    hsn: '',
    rateBasisPoints: toBasisPoints(rates.products[String(productId)] ?? rates.usual),
  }))
  const { discount, shipping } = totals
  return calculateOrderTax({ lines: taxable, discount, shipping, supply, mode: 'regular' }).totals.tax
}
