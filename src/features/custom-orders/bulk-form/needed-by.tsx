import { useProducts } from '#src/features/catalog/products/use-products.ts'
import { NeededByAnswer, NeededByField } from '#src/features/custom-orders/needed-by/needed-by-field.tsx'
import { useReadyDay } from '#src/features/custom-orders/needed-by/ready-day.queries.ts'
import { type BulkDraft, type BulkFormPart, exceedsStock } from './bulk-draft.ts'

const MADE_FIRST = 'We will tell you in the quotation when it can be ready.'

export function NeededBy({ draft: { neededBy, lines }, change, wrong }: BulkFormPart) {
  return (
    <NeededByField neededBy={neededBy} error={wrong.neededBy} onChange={(day) => change({ neededBy: day })}>
      <Answer neededBy={neededBy} lines={lines} />
    </NeededByField>
  )
}

function Answer({ neededBy, lines }: Pick<BulkDraft, 'neededBy' | 'lines'>) {
  const found = useReadyDay({})
  const ids = lines.map(({ productId }) => productId)
  const isShort = exceedsStock(lines, useProducts(ids, { enabled: true })?.products)
  if (isShort) return <p className="text-cocoa-600 text-small">{MADE_FIRST}</p>
  if (!found || isShort === undefined) return null
  const lateClass = 'bg-warn-tint p-3 font-medium text-warn'
  return <NeededByAnswer {...{ neededBy, found, lateClass }} className="text-cocoa-600" />
}
