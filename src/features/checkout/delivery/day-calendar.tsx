import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { formatDay, formatFullDay, WEEKDAYS } from '#src/core/dates.ts'
import type { DeliveryDay } from '#src/features/orders/delivery/delivery.contract.ts'
import { dayForKey, toWeeks } from './calendar-days.ts'

type DayCalendarProps = {
  days: readonly DeliveryDay[]
  isPickup: boolean
  chosen: string | undefined
  onChoose: (day: string) => void
}

const MONDAY_FIRST = [1, 2, 3, 4, 5, 6, 0]

/** A date grid: arrow keys move by a day or a week, Home and End within the week, and one day is in the tab order. */
export function DayCalendar({ days, isPickup, chosen, onChoose }: DayCalendarProps) {
  const title = useId()
  const grid = useRef<HTMLTableElement>(null)
  const [focused, setFocused] = useState<string>()
  const inTabOrder = days.find(({ day }) => day === (focused ?? chosen))?.day ?? days[0]?.day

  function move(event: KeyboardEvent) {
    const next = inTabOrder && dayForKey(event.key, inTabOrder, days)
    if (!next) return
    event.preventDefault()
    setFocused(next)
    grid.current?.querySelector<HTMLElement>(`[data-day="${next}"]`)?.focus()
  }
  return (
    <div className="grid max-w-lg gap-2.5">
      <p id={title} className="flex flex-wrap items-baseline justify-between gap-x-4 font-display text-[1.0625rem]">
        {monthsText(days)}
      </p>
      <table
        ref={grid}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the date grid of WAI-ARIA is a table.
        role="grid"
        aria-labelledby={title}
        onKeyDown={move}
        className="w-full table-fixed border-separate border-spacing-0.5"
      >
        <thead>
          <tr>
            {MONDAY_FIRST.map((weekday) => (
              <th key={weekday} scope="col" className="pb-1 font-normal text-cocoa-600 text-meta">
                {WEEKDAYS[weekday]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {toWeeks(days).map((week) => (
            <tr key={week.find((day) => day)?.day}>
              {MONDAY_FIRST.map((weekday, nth) => {
                const day = week[nth]
                return (
                  // biome-ignore lint/a11y/useAriaPropsSupportedByRole: in a grid a cell can be selected.
                  <td key={weekday} aria-selected={day ? day.day === chosen : undefined} className="p-0">
                    {day && (
                      <DayButton
                        {...{ day, isPickup, onChoose }}
                        isChosen={day.day === chosen}
                        isInTabOrder={day.day === inTabOrder}
                        showsMonth={day === days[0] || day.day.endsWith('-01')}
                        onFocus={() => setFocused(day.day)}
                      />
                    )}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="text-cocoa-600 text-meta">{legendOf(days, isPickup)}</p>
    </div>
  )
}

type DayButtonProps = {
  day: DeliveryDay
  isPickup: boolean
  isChosen: boolean
  isInTabOrder: boolean
  showsMonth: boolean
  onChoose: (day: string) => void
  onFocus: () => void
}

/** A day that cannot be chosen stays reachable, so that a screen reader says why. */
function DayButton({
  day: { day, state },
  isPickup,
  isChosen,
  isInTabOrder,
  showsMonth,
  onChoose,
  onFocus,
}: DayButtonProps) {
  const isFree = state === 'free'
  const isTaken = state === 'full' || state === 'hot'
  const reason = { free: '', full: 'full', hot: 'too hot', closed: isPickup ? 'studio closed' : 'no delivery' }[state]
  const look = { free: FREE, full: FULL, hot: FULL, closed: CLOSED }[state]
  return (
    <button
      type="button"
      data-day={day}
      tabIndex={isInTabOrder ? 0 : -1}
      aria-label={[formatDay(day), reason].filter(Boolean).join(', ')}
      aria-disabled={isFree ? undefined : true}
      onClick={() => isFree && onChoose(day)}
      onFocus={onFocus}
      className={`grid h-13 w-full content-center justify-items-center border leading-tight ${isChosen ? CHOSEN : look}`}
    >
      <span className={`tabular-nums ${isTaken ? 'line-through' : ''}`}>{Number(day.slice(8))}</span>{' '}
      {(showsMonth || isTaken) && (
        <span className="text-[0.6875rem]">{isTaken ? reason : formatFullDay(day).split(' ')[1]}</span>
      )}
    </button>
  )
}

const CHOSEN = 'border-cocoa-900 bg-cocoa-900 font-semibold text-pearl'
const FREE =
  'border-line-strong bg-white font-semibold transition-colors duration-150 ease-house hover:border-cocoa-900 hover:bg-ivory'
const FULL = 'cursor-not-allowed border-line bg-transparent text-ruby-700'
const CLOSED = 'cursor-not-allowed border-transparent bg-transparent text-cocoa-500'

function monthsText(days: readonly DeliveryDay[]): string {
  const months = [days[0], days.at(-1)].flatMap((found) => (found ? formatFullDay(found.day).replace(/^\d+ /, '') : []))
  return [...new Set(months)].join(' to ')
}

function legendOf(days: readonly DeliveryDay[], isPickup: boolean): string {
  const has = (state: DeliveryDay['state']) => days.some((found) => found.state === state)
  const closed = isPickup ? 'On grey days the studio is closed.' : 'On grey days nothing is delivered.'
  const full = has('full') && 'Full days have no place left.'
  const hot = has('hot') && 'On hot days your chocolate would melt on its way.'
  return [has('closed') && closed, full, hot].filter(Boolean).join(' ')
}
