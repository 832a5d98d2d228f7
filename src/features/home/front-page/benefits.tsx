import type { LucideIcon } from 'lucide-react'

export type Benefit = { icon: LucideIcon; title: string; text: string }

export function Benefits({ benefits }: { benefits: readonly Benefit[] }) {
  return (
    <ul className="grid gap-8 md:grid-cols-3 lg:gap-14">
      {benefits.map(({ icon: Icon, title, text }) => (
        <li key={title} className="grid content-start gap-2.5 border-line border-t pt-6">
          <Icon aria-hidden="true" strokeWidth={1.25} className="size-8.5 text-gold-700" />
          <h3 className="text-heading">{title}</h3>
          <p className="text-cocoa-600">{text}</p>
        </li>
      ))}
    </ul>
  )
}
