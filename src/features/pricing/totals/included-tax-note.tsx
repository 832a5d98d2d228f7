import { useQuery } from '@tanstack/react-query'
import { type IndianState, resolveSupplyType } from '#src/core/gst.ts'
import { formatAmount, rupees } from '#src/core/money.ts'
import { taxRatesQuery } from '#src/features/catalog/products/products.queries.ts'
import { usePublicSettings } from '#src/features/settings/settings.queries.ts'
import { calculateIncludedTax, type TaxedItem } from './included-tax.ts'
import type { OrderTotals } from './totals.ts'

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
