import { useQuery } from '@tanstack/react-query'
import { type IndianState, supplyTo } from '#src/core/gst.ts'
import { formatAmount, rupees } from '#src/core/money.ts'
import { taxRatesQuery } from '#src/features/catalog/catalog.queries.ts'
import { usePublicSettings } from '#src/features/settings/settings.queries.ts'
import type { OrderTotals } from './cart-sums.rules.ts'
import { includedTax, type TaxedPieces } from './included-tax.rules.ts'

type IncludedTaxProps = {
  lines: readonly TaxedPieces[]
  totals: OrderTotals
  /** Where it goes, as far as that is known: the halves of a tax round differently from the whole. */
  state?: IndianState
}

/** How much of the total is tax. Whoever may not collect any does not speak of it. */
export function IncludedTax({ lines, totals, state }: IncludedTaxProps) {
  const { mode, homeState } = usePublicSettings().tax
  const { data: rates } = useQuery({ ...taxRatesQuery, enabled: mode === 'regular' })
  if (mode === 'unregistered') return null
  const supply = supplyTo(state ?? homeState, homeState)
  const tax = mode === 'regular' && rates ? includedTax({ lines, totals, rates, supply }) : undefined
  return (
    <p className="text-cocoa-600 text-small tabular-nums">
      {tax === undefined ? 'Prices include all taxes' : `Includes GST of ${formatAmount(rupees(tax))}`}
    </p>
  )
}
