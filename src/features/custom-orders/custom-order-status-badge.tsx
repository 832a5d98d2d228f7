import { StatusBadge, type StatusTone } from '#src/ui/status-badge.tsx'
import { CUSTOM_ORDER_STATUS_NAMES, type CustomOrderStatus } from './custom-order-options.ts'

const TONES: Record<CustomOrderStatus, StatusTone> = {
  'quote-pending': 'warn',
  quoted: 'info',
  confirmed: 'ok',
  'in-production': 'info-outlined',
  completed: 'ok',
  cancelled: 'err',
}

export function CustomOrderStatusBadge({ status }: { status: CustomOrderStatus }) {
  return <StatusBadge tone={TONES[status]}>{CUSTOM_ORDER_STATUS_NAMES[status]}</StatusBadge>
}
