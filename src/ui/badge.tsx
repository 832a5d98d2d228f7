import type { ReactNode } from 'react'

const TONES = { plain: 'bg-pearl/95 text-cocoa-800', low: 'bg-ruby-700 text-pearl' }

type BadgeProps = { tone?: keyof typeof TONES; className?: string; children: ReactNode }

export function Badge({ tone = 'plain', className = '', children }: BadgeProps) {
  return (
    <span
      className={`inline-block rounded-control px-[0.45rem] py-[0.22rem] font-semibold text-[0.7rem] leading-normal tracking-[0.02em] sm:px-[0.65rem] sm:py-[0.28rem] sm:text-xs ${TONES[tone]} ${className}`}
    >
      {children}
    </span>
  )
}
