import type { ReactNode } from 'react'

export function DiamondMark({ className = 'size-2 bg-gold-500' }: { className?: string }) {
  return <span aria-hidden="true" className={`inline-block shrink-0 rotate-45 ${className}`} />
}

export function DiamondListItem({ className = '', children }: { className?: string; children: ReactNode }) {
  return (
    <li className={`flex items-baseline gap-3 ${className}`}>
      <DiamondMark className="size-2 -translate-y-px bg-gold-500" />
      <span>{children}</span>
    </li>
  )
}
