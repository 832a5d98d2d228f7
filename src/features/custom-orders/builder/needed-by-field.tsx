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
import type { BuilderTabProps } from './builder-state.ts'

/** Says at once whether the day is possible; the request can be sent all the same. */
export function NeededByField({ draft, change, error }: BuilderTabProps & { error: string | undefined }) {
  const { neededBy, quantity } = draft
  const now = new Date()
  const problem = (neededBy && neededByProblem(neededBy, now)) || error
  return (
    <div className="grid content-start gap-x-5 gap-y-2 sm:col-span-2 sm:grid-cols-2">
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
        {neededBy && !problem && <Wish neededBy={neededBy} quantity={quantity} />}
      </div>
    </div>
  )
}

function Wish({ neededBy, quantity }: { neededBy: string; quantity: number }) {
  const { delivery } = usePromises()
  const found = useReadyDay({ quantity })
  if (!found) return null
  const isLate = judgeNeededBy(neededBy, found) === 'late'
  return (
    <p
      className={
        isLate
          ? 'border-gold-300 border-l-2 pl-3 font-medium text-gold-300 text-small'
          : 'text-on-dark-muted text-small'
      }
    >
      {wishText(neededBy, found, delivery)}
    </p>
  )
}
