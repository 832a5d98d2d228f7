import { type QueryClient, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { useState } from 'react'
import type { AdminPageProps, AdminSearch } from '#src/browser/admin-page.ts'
import { counted } from '#src/core/words.ts'
import { Button } from '#src/ui/forms/button.tsx'
import type { DispatchedOrder } from './dispatch-calendar.contract.ts'
import { dispatchDayQuery, dispatchMonthQuery } from './dispatch-calendar.queries.ts'
import { DispatchDay } from './dispatch-day.tsx'
import { DispatchMonthGrid } from './dispatch-month-grid.tsx'
import { currentMonth, formatMonth, MONTH, shiftMonth } from './months.ts'
import { MoveShipDayDialog } from './move-ship-day-dialog.tsx'

/** `from` is the month, `id` the chosen day. */
const monthOf = ({ from }: AdminSearch) => (from !== undefined && MONTH.test(from) ? from : currentMonth())

export const loader = (queryClient: QueryClient, search: AdminSearch) =>
  queryClient.ensureQueryData(dispatchMonthQuery(monthOf(search)))

export function AdminPage({ search, go }: AdminPageProps) {
  const month = monthOf(search)
  const { data } = useSuspenseQuery(dispatchMonthQuery(month))
  const day = data.days.find((one) => one.day === search.id)
  const planned = useQuery({ ...dispatchDayQuery(day?.day ?? ''), enabled: day !== undefined })
  const [moving, setMoving] = useState<{ order: DispatchedOrder; shipOn: string }>()
  return (
    <section aria-label="Dispatch" className="grid gap-6">
      <MonthNav month={month} onGo={(from) => go({ from, id: undefined })} />
      {data.busyDays > 0 && (
        <p className="bg-warn-tint px-5 py-3 text-warn">
          Busy mode is on: new delivery dates are {counted(data.busyDays, 'working day')} later.
        </p>
      )}
      <DispatchMonthGrid
        month={data}
        chosen={day?.day}
        onChoose={(id) => go({ id })}
        onDrop={(id, shipOn) => {
          const order = planned.data?.parcels.find((one) => one.id === id)
          if (order?.isMovable) setMoving({ order, shipOn })
        }}
      />
      {day ? (
        <DispatchDay
          day={day.day}
          planned={planned.data}
          hasFailed={planned.isError}
          onMove={(order) => setMoving({ order, shipOn: day.day })}
        />
      ) : (
        <p className="max-w-[60ch] text-cocoa-600">
          Each day shows how many parcels leave on it, and the hours planned for custom chocolates. Choose a day to see
          them. Weekdays, limits and closed periods are under Settings, Dispatch.
        </p>
      )}
      {moving && <MoveShipDayDialog {...moving} onClose={() => setMoving(undefined)} />}
    </section>
  )
}

function MonthNav({ month, onGo }: { month: string; onGo: (month: string) => void }) {
  return (
    <div className="flex items-center gap-2">
      <Button variant="secondary" size="small" aria-label="Previous month" onClick={() => onGo(shiftMonth(month, -1))}>
        <ChevronLeft aria-hidden="true" strokeWidth={1.5} className="size-5" />
      </Button>
      <h2 className="min-w-32 text-center text-heading" aria-live="polite">
        {formatMonth(month)}
      </h2>
      <Button variant="secondary" size="small" aria-label="Next month" onClick={() => onGo(shiftMonth(month, 1))}>
        <ChevronRight aria-hidden="true" strokeWidth={1.5} className="size-5" />
      </Button>
    </div>
  )
}
