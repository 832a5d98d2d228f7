import type { ReactNode } from 'react'
import { DiamondMark } from './diamond-mark.tsx'

const TONES = {
  ok: 'border-transparent bg-ok-tint text-ok',
  warn: 'border-transparent bg-warn-tint text-warn',
  info: 'border-transparent bg-info-tint text-info',
  'info-outlined': 'border-info bg-white text-info',
  err: 'border-transparent bg-err-tint text-err',
  neutral: 'border-transparent bg-ivory text-cocoa-600',
}

export type StatusTone = keyof typeof TONES

export function StatusBadge({ tone, children }: { tone: StatusTone; children: ReactNode }) {
  return (
    <span
      className={`inline-flex items-center gap-2 whitespace-nowrap rounded-control border px-2.5 py-0.5 font-semibold text-meta ${TONES[tone]}`}
    >
      <DiamondMark className="size-1.5 bg-current" />
      {children}
    </span>
  )
}
