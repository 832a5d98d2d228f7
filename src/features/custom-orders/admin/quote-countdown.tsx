import { useSyncExternalStore } from 'react'
import { formatDayAndTime } from '#src/core/dates.ts'
import { StatusBadge, type StatusTone } from '#src/ui/status-badge.tsx'
import { formatCountdown, getSlaUrgency, type SlaUrgency } from './sla-countdown.ts'

const TONES: Record<SlaUrgency, StatusTone> = { calm: 'info', soon: 'warn', late: 'err' }

/** Renders after hydration only, because the server does not know the browser's time. */
export function QuoteCountdown({ dueAt }: { dueAt: string }) {
  const now = useSyncExternalStore(everySecond, currentSecond, () => null)
  const seconds = now === null ? null : Math.ceil(Date.parse(dueAt) / 1000) - now
  if (seconds === null) return <StatusBadge tone="info">due {formatDayAndTime(dueAt)}</StatusBadge>
  return (
    <span title={`Promised by ${formatDayAndTime(dueAt)}`}>
      <StatusBadge tone={TONES[getSlaUrgency(seconds)]}>
        <span className="amount">{formatCountdown(seconds)}</span>
      </StatusBadge>
    </span>
  )
}

const currentSecond = () => Math.floor(Date.now() / 1000)

function everySecond(tick: () => void): () => void {
  const timer = setInterval(tick, 1000)
  return () => clearInterval(timer)
}
