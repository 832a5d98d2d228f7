import { StatusBadge } from '#src/ui/status-badge.tsx'
import { statusText, statusTone } from './traceability.rules.ts'

/** A stored status as a word in its colour. */
export function Status({ of }: { of: string }) {
  return (
    <StatusBadge tone={statusTone(of)}>
      <span className="first-letter:uppercase">{statusText(of)}</span>
    </StatusBadge>
  )
}
