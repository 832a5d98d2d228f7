import { statusLabel } from '#src/features/payments/payment-status.ts'
import { StatusBadge, type StatusTone } from '#src/ui/status-badge.tsx'

const TONES = new Map<string, StatusTone>([
  ['success', 'ok'],
  ['pending', 'warn'],
  ['failure', 'err'],
  ['review', 'err'],
  ['refunded', 'info'],
])

/** Shows "Failed" for failure; every other status as it is. */
export function PaymentStatusBadge({ status }: { status: string }) {
  return <StatusBadge tone={TONES.get(status) ?? 'neutral'}>{statusLabel(status)}</StatusBadge>
}
