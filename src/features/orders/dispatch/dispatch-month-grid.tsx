import type { DragEvent } from 'react'
import { formatDay, WEEKDAYS } from '#src/core/dates.ts'
import type { DispatchMonth } from './dispatch-calendar.contract.ts'
import { formatWork } from './months.ts'

const MONDAY_FIRST = [1, 2, 3, 4, 5, 6, 0]
const COLUMNS = [
  'col-start-7',
  'col-start-1',
  'col-start-2',
  'col-start-3',
  'col-start-4',
  'col-start-5',
  'col-start-6',
]

type MonthGridProps = {
  month: DispatchMonth
  chosen: string | undefined
  onChoose: (day: string) => void
  onDrop: (orderId: string, day: string) => void
}

/** A month as a grid of buttons, Monday first, with the parcels and the work of each day. */
export function DispatchMonthGrid({ month, chosen, onChoose, onDrop }: MonthGridProps) {
  return (
    <div>
      <div aria-hidden="true" className="grid grid-cols-7 gap-1 pb-1 text-center text-cocoa-600 text-meta">
        {MONDAY_FIRST.map((weekday) => (
          <span key={weekday}>{WEEKDAYS[weekday]}</span>
        ))}
      </div>
      <ul className="grid grid-cols-7 gap-1">
        {month.days.map((one, index) => (
          <li key={one.day} className={index === 0 ? COLUMNS[new Date(one.day).getUTCDay()] : ''}>
            <DayButton
              day={one}
              limits={month}
              isToday={one.day === month.today}
              isChosen={one.day === chosen}
              onChoose={() => onChoose(one.day)}
              onDrop={(orderId) => onDrop(orderId, one.day)}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}

type DayButtonProps = {
  day: DispatchMonth['days'][number]
  limits: Pick<DispatchMonth, 'parcelsPerDay' | 'craftingMinutesPerDay'>
  isToday: boolean
  isChosen: boolean
  onChoose: () => void
  onDrop: (orderId: string) => void
}

function DayButton({
  day: { day, parcels, craftingMinutes, isDispatchDay },
  limits,
  isToday,
  isChosen,
  onChoose,
  onDrop,
}: DayButtonProps) {
  const limit = limits.parcelsPerDay
  const isFull = limit !== null && parcels >= limit
  const load = limit === null ? `${parcels}` : `${parcels} of ${limit}`
  const work = craftingMinutes > 0 ? workOf(craftingMinutes, limits.craftingMinutesPerDay) : undefined
  const unit = load === '1' ? 'parcel' : 'parcels'
  const state = isDispatchDay ? (isFull ? 'full' : '') : 'closed'
  function drop(event: DragEvent) {
    event.preventDefault()
    onDrop(event.dataTransfer.getData('text/plain'))
  }
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      aria-current={isToday ? 'date' : undefined}
      onClick={onChoose}
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
      className={`grid h-full min-h-14 w-full grid-cols-[minmax(0,1fr)] content-start border px-0.5 py-1 text-left text-[0.6875rem] transition-colors duration-150 ease-house hover:border-cocoa-600 aria-[current=date]:font-semibold aria-[current=date]:shadow-[inset_0_-3px_0_var(--color-gold-500)] aria-pressed:border-cocoa-900 aria-pressed:bg-ivory sm:min-h-20 sm:p-2 sm:text-meta ${isDispatchDay ? 'border-line-strong bg-white' : 'border-line bg-transparent text-cocoa-600'}`}
    >
      <span className="sr-only">
        {[formatDay(day), `${load} ${unit}`, work?.spoken, state].filter(Boolean).join(', ')}
      </span>
      <span aria-hidden="true">{Number(day.slice(8))}</span>
      {parcels > 0 && (
        <span
          aria-hidden="true"
          className={`truncate font-semibold tabular-nums ${isFull ? 'text-ruby-700' : 'text-cocoa-800'}`}
        >
          <span className="sm:hidden">{load.replace(' of ', '/')}</span>
          <span className="max-sm:hidden">
            {load} {unit}
          </span>
        </span>
      )}
      {work && (
        <span
          aria-hidden="true"
          className={`truncate tabular-nums ${work.isFull ? 'font-semibold text-ruby-700' : 'text-cocoa-800'}`}
        >
          <span className="sm:hidden">{work.brief}</span>
          <span className="max-sm:hidden">{work.text}</span>
        </span>
      )}
      {state && (
        <span aria-hidden="true" className="truncate text-cocoa-600">
          {state}
        </span>
      )}
    </button>
  )
}

function workOf(minutes: number, limit: number | null) {
  const brief = formatWork(minutes)
  const text = limit === null ? `${brief} of work` : `${brief} of ${formatWork(limit)}`
  return { brief, text, spoken: limit === null ? text : `${text} of work`, isFull: limit !== null && minutes >= limit }
}
