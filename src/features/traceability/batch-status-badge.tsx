import { StatusBadge } from '#src/ui/status-badge.tsx'
import { batchStatusTone, formatBatchStatus } from './batch.ts'

/** A stored status as a word in its colour. */
export function BatchStatusBadge({ of }: { of: string }) {
  return (
    <StatusBadge tone={batchStatusTone(of)}>
      <span className="first-letter:uppercase">{formatBatchStatus(of)}</span>
    </StatusBadge>
  )
}
