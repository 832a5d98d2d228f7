import { useSyncExternalStore } from 'react'
import { formatDayAndTime } from '#src/core/dates.ts'
import { quoteSlaText } from '#src/features/custom-orders/custom-order-options.ts'
import { delayedQuoteDueAt } from '#src/features/custom-orders/quotes/quote-sla.ts'
import { usePublicSettings } from '#src/features/settings/settings.queries.ts'
import { toStudioHours } from '#src/features/settings/settings-rules.ts'

/** Names the due time while the studio is closed. */
export function QuoteSlaNote() {
  const { quotesBySms, hours } = usePublicSettings()
  const minute = useSyncExternalStore(everyMinute, currentMinute, () => null)
  const dueAt = minute === null ? null : delayedQuoteDueAt(new Date(minute * MINUTE_MS), toStudioHours(hours))
  return (
    <p className="text-cocoa-600 text-small">
      {quoteSlaText(quotesBySms)}
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
