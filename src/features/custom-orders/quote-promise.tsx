import { useSyncExternalStore } from 'react'
import { formatDayAndTime } from '#src/core/dates.ts'
import { usePublicSettings } from '#src/features/settings/settings.queries.ts'
import { studioHoursOf } from '#src/features/settings/studio-hours.rules.ts'
import { quotePromise } from './custom-orders.rules.ts'
import { laterThanPromised } from './quote-clock.rules.ts'

/** The promise of a quotation; while the studio is closed, with the moment at which it really comes. */
export function QuotePromise() {
  const { quotesBySms, hours } = usePublicSettings()
  const minute = useSyncExternalStore(everyMinute, currentMinute, () => null)
  const dueAt = minute === null ? null : laterThanPromised(new Date(minute * MINUTE_MS), studioHoursOf(hours))
  return (
    <p className="text-cocoa-600 text-small">
      {quotePromise(quotesBySms)}
      {dueAt && (
        <span className="mt-1 block">
          Our studio is closed now, and these minutes begin when it opens: your quotation comes by{' '}
          <time dateTime={dueAt.toISOString()} className="font-semibold">
            {formatDayAndTime(dueAt.toISOString())}
          </time>
          .
        </span>
      )}
    </p>
  )
}

const MINUTE_MS = 60_000
const currentMinute = () => Math.floor(Date.now() / MINUTE_MS)

function everyMinute(tick: () => void): () => void {
  const timer = setInterval(tick, 5000)
  return () => clearInterval(timer)
}
