import type { LucideIcon } from 'lucide-react'

export function HeaderIcon({ of: Drawing }: { of: LucideIcon }) {
  return <Drawing aria-hidden="true" strokeWidth={1.5} className="size-5.5" />
}
