import { StatusBadge } from '#src/ui/status-badge.tsx'
import { batchStatusTone, formatBatchStatus } from './batch.ts'

export function BatchStatusBadge({ of }: { of: string }) {
  return (
    <StatusBadge tone={batchStatusTone(of)}>
      <span className="first-letter:uppercase">{formatBatchStatus(of)}</span>
    </StatusBadge>
  )
}
