import { useProducts } from '#src/features/catalog/products/use-products.ts'
import {
  firstNeededDay,
  judgeNeededBy,
  lastNeededDay,
  neededByProblem,
  wishText,
} from '#src/features/custom-orders/needed-by.ts'
import { useReadyDay } from '#src/features/custom-orders/ready-day.queries.ts'
import { usePromises } from '#src/features/settings/settings.queries.ts'
import { Field } from '#src/ui/forms/field.tsx'
import { type BulkDraft, type BulkFormPart, exceedsStock } from './bulk-draft.ts'

const MADE_FIRST = 'We will tell you in the quotation when it can be ready.'

/** Says at once whether the day is possible; the request can be sent all the same. */
export function NeededBy({ draft: { neededBy, lines }, change, wrong }: BulkFormPart) {
  const now = new Date()
  const problem = (neededBy && neededByProblem(neededBy, now)) || wrong.neededBy
  return (
    <div className="grid gap-x-5 gap-y-2 sm:col-span-2 sm:grid-cols-2">
      <Field
        label="Needed by (optional)"
        name="neededBy"
        type="date"
        min={firstNeededDay(now)}
        max={lastNeededDay(now)}
        value={neededBy}
        error={problem}
        onChange={(event) => change({ neededBy: event.target.value })}
      />
      <div aria-live="polite" className="sm:pt-7">
        {neededBy && !problem && <Wish neededBy={neededBy} lines={lines} />}
      </div>
    </div>
  )
}

function Wish({ neededBy, lines }: Pick<BulkDraft, 'neededBy' | 'lines'>) {
  const { delivery } = usePromises()
  const found = useReadyDay({})
  const ids = lines.map(({ productId }) => productId)
  const isShort = exceedsStock(lines, useProducts(ids, { enabled: true })?.products)
  if (isShort) return <p className="text-cocoa-600 text-small">{MADE_FIRST}</p>
  if (!found || isShort === undefined) return null
  const isLate = judgeNeededBy(neededBy, found) === 'late'
  return (
    <p className={`text-small ${isLate ? 'bg-warn-tint p-3 font-medium text-warn' : 'text-cocoa-600'}`}>
      {wishText(neededBy, found, delivery)}
    </p>
  )
}
