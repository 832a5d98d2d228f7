import type { ReactNode } from 'react'
import type { ReadyDay } from '#src/features/custom-orders/quotes/quotes.contract.ts'
import { usePromises } from '#src/features/settings/settings.queries.ts'
import { Field } from '#src/ui/forms/field.tsx'
import { firstNeededDay, judgeNeededBy, lastNeededDay, neededByProblem, wishText } from './needed-by.ts'

type NeededByFieldProps = {
  neededBy: string
  error: string | undefined
  onChange: (neededBy: string) => void
  children: ReactNode
}

/** The request can be sent with any day of the next year. */
export function NeededByField({ neededBy, error, onChange, children }: NeededByFieldProps) {
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
        onChange={(event) => onChange(event.target.value)}
      />
      <div aria-live="polite" className="sm:pt-7">
        {neededBy && !problem && children}
      </div>
    </div>
  )
}

type NeededByAnswerProps = { neededBy: string; found: ReadyDay; lateClass: string; className: string }

export function NeededByAnswer({ neededBy, found, lateClass, className }: NeededByAnswerProps) {
  const { delivery } = usePromises()
  const isLate = judgeNeededBy(neededBy, found) === 'late'
  return <p className={`text-small ${isLate ? lateClass : className}`}>{wishText(neededBy, found, delivery)}</p>
}
