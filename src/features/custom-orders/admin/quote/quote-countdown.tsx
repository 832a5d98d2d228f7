import { useSyncExternalStore } from 'react'
import { formatDayAndTime } from '#src/core/dates.ts'
import { StatusBadge, type StatusTone } from '#src/ui/status-badge.tsx'

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

type SlaUrgency = 'calm' | 'soon' | 'late'

const SOON_SECONDS = 600

export function getSlaUrgency(secondsLeft: number): SlaUrgency {
  if (secondsLeft <= 0) return 'late'
  return secondsLeft < SOON_SECONDS ? 'soon' : 'calm'
}

/** '29:59 left', '15 h 12 min left', '04:10 late'; counts up once the deadline has passed. */
export function formatCountdown(secondsLeft: number): string {
  return `${duration(Math.abs(secondsLeft))} ${secondsLeft > 0 ? 'left' : 'late'}`
}

function duration(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${twoDigits(minutes)}:${twoDigits(seconds % 60)}`
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? `${hours} h ${minutes % 60} min` : `${Math.floor(hours / 24)} days`
}

const twoDigits = (value: number) => String(value).padStart(2, '0')
