import { formatDay } from '#src/core/dates.ts'
import { CRAFTING_TIME } from '#src/features/custom-orders/custom-order-options.ts'
import { quoteTimingProblems } from '#src/features/custom-orders/needed-by/needed-by.ts'
import { useReadyDay } from '#src/features/custom-orders/needed-by/ready-day.queries.ts'
import type { ReadyDay } from '#src/features/custom-orders/quotes/quotes.contract.ts'
import { Field } from '#src/ui/forms/field.tsx'

const MAX_HOURS = 10_000

export const toHours = (minutes: number) => String(Math.round((minutes / 60) * 100) / 100)

/** Parses hours as typed; undefined if they are none. */
export function toMinutes(hours: string): number | undefined {
  const typed = Number(hours.replace(',', '.'))
  return hours.trim() !== '' && typed >= 0 && typed <= MAX_HOURS ? Math.round(typed * 60) : undefined
}

type QuoteTimingProps = {
  readyOn: string
  hours: string
  neededBy: string | null
  setReadyOn: (day: string) => void
  setHours: (hours: string) => void
}

/** The promised day and its hours of work, and at once whether the days planned already allow them. */
export function QuoteTiming({ readyOn, hours, neededBy, setReadyOn, setHours }: QuoteTimingProps) {
  const craftingMinutes = toMinutes(hours)
  const isComplete = readyOn !== '' && craftingMinutes !== undefined
  const found = useReadyDay({ craftingMinutes, readyOn }, { enabled: isComplete })
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <Field
        label="Ready on"
        name="readyOn"
        type="date"
        value={readyOn}
        onChange={(event) => setReadyOn(event.target.value)}
        hint={`The customer sees it as a promise. Usually ${CRAFTING_TIME} from now; a later payment moves it by as much.`}
      />
      <Field
        label="Hours of work"
        name="craftingHours"
        inputMode="decimal"
        autoComplete="off"
        value={hours}
        onChange={(event) => setHours(event.target.value)}
        error={craftingMinutes === undefined ? 'Please enter hours from 0 to 10,000.' : undefined}
        hint="They take their place in the days of work when the customer accepts."
      />
      <div role="status" className="sm:col-span-2">
        {isComplete && found && <Problems {...{ readyOn, neededBy, found }} onChoose={setReadyOn} />}
      </div>
    </div>
  )
}

type ProblemsProps = Pick<QuoteTimingProps, 'readyOn' | 'neededBy'> & {
  found: ReadyDay
  onChoose: (day: string) => void
}

function Problems({ readyOn, neededBy, found, onChoose }: ProblemsProps) {
  const problems = quoteTimingProblems({ readyOn, neededBy }, found)
  if (problems.length === 0) return null
  return (
    <div className="grid justify-items-start gap-2 bg-warn-tint p-4 text-small text-warn">
      {problems.map((problem) => (
        <p key={problem}>{problem}</p>
      ))}
      {found.readyOn > readyOn && (
        <button
          type="button"
          className="min-h-11 font-semibold underline underline-offset-4"
          onClick={() => onChoose(found.readyOn)}
        >
          Promise {formatDay(found.readyOn)}
        </button>
      )}
      <p>You can still send the quotation: it tells the customer so.</p>
    </div>
  )
}
