import { useQuery } from '@tanstack/react-query'
import { type IndianState, resolveSupplyType, type Supply } from '#src/core/gst.ts'
import { formatAmount, type Paise, paiseFromRupees, rupees, timesPaise } from '#src/core/money.ts'
import { calculateOrderTax } from '#src/core/order-tax.ts'
import type { TaxRates } from '#src/features/catalog/products/products.contract.ts'
import { taxRatesQuery } from '#src/features/catalog/products/products.queries.ts'
import type { OrderTotals } from '#src/features/pricing/totals/totals.ts'
import { usePublicSettings } from '#src/features/settings/settings.queries.ts'
import { toBasisPoints } from '#src/features/settings/settings-rules.ts'

type IncludedTaxProps = {
  lines: readonly TaxedItem[]
  totals: OrderTotals
  /** If known: two halves of a tax can round differently from the whole. */
  state?: IndianState
}

export function IncludedTaxNote({ lines, totals, state }: IncludedTaxProps) {
  const { mode, homeState } = usePublicSettings().tax
  const { data: rates } = useQuery({ ...taxRatesQuery, enabled: mode === 'regular' })
  if (mode === 'unregistered') return null
  const supply = resolveSupplyType(state ?? homeState, homeState)
  const tax = mode === 'regular' && rates ? calculateIncludedTax({ lines, totals, rates, supply }) : undefined
  return (
    <p className="text-cocoa-600 text-small tabular-nums">
      {tax === undefined ? 'Prices include all taxes' : `Includes GST of ${formatAmount(rupees(tax))}`}
    </p>
  )
}

export type TaxedItem = { productId: number | null; price: number; quantity: number }

type TaxInput = { lines: readonly TaxedItem[]; totals: OrderTotals; rates: TaxRates; supply: Supply }

/** Same arithmetic as the invoice. */
export function calculateIncludedTax({ lines, totals, rates, supply }: TaxInput): Paise {
  const taxable = lines.map(({ productId, price, quantity }) => ({
    amount: timesPaise(paiseFromRupees(price), quantity),
    hsn: '',
    rateBasisPoints: toBasisPoints(rates.products[String(productId)] ?? rates.usual),
  }))
  const { discount, shipping, coolPack, giftWrap } = totals
  const charges = [
    { kind: 'shipping', amount: shipping },
    { kind: 'cool-pack', amount: coolPack },
    { kind: 'gift-wrap', amount: giftWrap },
  ] as const
  return calculateOrderTax({ lines: taxable, discount, charges, supply, mode: 'regular' }).totals.tax
}
