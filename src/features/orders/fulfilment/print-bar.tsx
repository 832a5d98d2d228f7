import { counted } from '#src/core/words.ts'
import { MAX_PRINTED_ORDERS } from '#src/features/orders/order-status.ts'
import { buttonClass } from '#src/ui/forms/button.tsx'
import type { PrintKind } from './packing-slips.ts'

const KINDS: { kind: PrintKind; label: string }[] = [
  { kind: 'pick', label: 'Pick list' },
  { kind: 'slips', label: 'Packing slips' },
  { kind: 'labels', label: 'Address labels' },
  { kind: 'boxes', label: 'Box labels' },
  { kind: 'cards', label: 'Message cards' },
]

export function PrintBar({ ids, onClear }: { ids: string[]; onClear: () => void }) {
  const count = counted(ids.length, 'order chosen', 'orders chosen')
  return (
    <section
      aria-label="Chosen orders"
      className="on-dark sticky bottom-0 z-10 grid grid-cols-2 items-center gap-x-3 gap-y-1 bg-cocoa-900 px-4 py-2 text-pearl sm:flex"
    >
      <p className="mr-auto text-small" role="status">
        {ids.length > MAX_PRINTED_ORDERS ? `${count}: at most ${MAX_PRINTED_ORDERS} are printed at once` : count}
      </p>
      <button
        type="button"
        onClick={onClear}
        className="min-h-11 justify-self-end px-2 text-small underline underline-offset-4"
      >
        Clear
      </button>
      {ids.length <= MAX_PRINTED_ORDERS &&
        KINDS.map(({ kind, label }) => (
          <a
            key={kind}
            href={`/api/admin/print?kind=${kind}&ids=${ids.join(',')}`}
            target="_blank"
            rel="noreferrer"
            className={`${buttonClass({ variant: 'gold', size: 'small' })} px-2! sm:px-4!`}
          >
            {label}
          </a>
        ))}
    </section>
  )
}
