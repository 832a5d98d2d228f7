import { X } from 'lucide-react'

export type FilterChip = { kind: string; text: string; onRemove: () => void }

export function FilterChips({ chips }: { chips: readonly FilterChip[] }) {
  if (chips.length === 0) return null
  return (
    <ul aria-label="Filters" className="flex flex-wrap gap-2.5">
      {chips.map(({ kind, text, onRemove }) => (
        <li
          key={kind}
          className="inline-flex h-9 max-w-full items-center rounded-control bg-cocoa-900 pl-3.5 text-pearl text-small"
        >
          <span className="truncate">
            {kind}: {text}
          </span>
          <button
            type="button"
            aria-label={`Remove ${text}`}
            onClick={onRemove}
            className="relative grid h-9 w-10 shrink-0 place-items-center after:absolute after:-inset-1 hover:text-gold-300 focus-visible:-outline-offset-4 focus-visible:outline-gold-300"
          >
            <X aria-hidden="true" strokeWidth={1.75} className="size-4" />
          </button>
        </li>
      ))}
    </ul>
  )
}
