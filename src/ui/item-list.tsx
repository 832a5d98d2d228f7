import type { ReactNode } from 'react'

type ItemListProps<T> = { items: readonly T[]; empty: string; q?: string | undefined; children: (item: T) => ReactNode }

export function ItemList<T>({ items, empty, q, children }: ItemListProps<T>) {
  if (items.length === 0) return <EmptyNote>{q ? `Nothing found for “${q}”.` : empty}</EmptyNote>
  return <ul className="divide-y divide-line border border-line bg-white">{items.map(children)}</ul>
}

export function EmptyNote({ children }: { children: string }) {
  return <p className="border border-line bg-white p-6 text-cocoa-600 [overflow-wrap:anywhere]">{children}</p>
}

export function ErrorNote({ className = '', children }: { className?: string; children: string }) {
  return (
    <p role="alert" className={`bg-err-tint px-4 py-3 text-err ${className}`}>
      {children}
    </p>
  )
}
