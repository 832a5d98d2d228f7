import { MANDATORY_FACTS, type MandatoryFact, missingFactsText } from '#src/features/catalog/food/food-facts.ts'
import { DiamondMark } from '#src/ui/diamond-mark.tsx'

/** Remains in view while the facts are typed, above the padding of the dialog's backdrop. */
export function FactsProgress({ missing }: { missing: readonly MandatoryFact[] }) {
  const of = MANDATORY_FACTS.length
  return (
    <p
      role="status"
      className="sticky -top-4 z-10 grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-1 border-t-2 border-t-gold-500 border-b border-b-line bg-white px-4 py-3 sm:-top-8"
    >
      <span className="font-semibold text-small">
        {of - missing.length} of {of} facts.
      </span>{' '}
      <span aria-hidden="true" className="flex items-center gap-2">
        {MANDATORY_FACTS.map((name) => (
          <DiamondMark
            key={name}
            className={`size-2 ${missing.includes(name) ? 'border border-line-strong' : 'bg-gold-500'}`}
          />
        ))}
      </span>{' '}
      <span className="col-span-2 text-cocoa-600 text-meta">
        {missing.length === 0 ? 'Nothing is missing.' : `Missing: ${missingFactsText(missing)}.`}
      </span>
    </p>
  )
}
