import type { ReactNode } from 'react'
import { DiamondMark } from '#src/ui/diamond-mark.tsx'

type TitledSectionProps = {
  title: string
  isNumbered?: boolean
  children: ReactNode
}

/** A part of a long form, in two columns. */
export function TitledSection({ title, isNumbered = false, children }: TitledSectionProps) {
  return (
    <section className={`border-line border-t pt-7 ${isNumbered ? '[counter-increment:section]' : ''}`}>
      <h2 className="flex items-baseline gap-3 text-heading">
        <DiamondMark className="size-2 -translate-y-0.5 bg-gold-500" />
        {isNumbered && <span className="text-gold-700 before:content-[counter(section)]" />}
        {title}
      </h2>
      <div className="mt-5 grid items-start gap-x-5 gap-y-4 sm:grid-cols-2">{children}</div>
    </section>
  )
}
