import type { ReactNode } from 'react'

type SectionHeadProps = { eyebrow?: ReactNode; title: string; action?: ReactNode }

export function SectionHeading({ eyebrow, title, action }: SectionHeadProps) {
  return (
    <div className="mb-7 flex flex-col items-start gap-4 sm:mb-12 sm:flex-row sm:items-end sm:justify-between sm:gap-8">
      <div className="grid max-w-136 gap-3.5">
        {eyebrow && <p className="eyebrow">{eyebrow}</p>}
        <h2 className="text-title">{title}</h2>
      </div>
      {action}
    </div>
  )
}
