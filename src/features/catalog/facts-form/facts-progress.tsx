import { MANDATORY_FACTS, type MandatoryFact, missingFactsText } from '#src/features/catalog/food/food-facts.ts'
import { DiamondMark } from '#src/ui/diamond-mark.tsx'

/** Remains in view while the facts are typed. */
export function FactsProgress({ missing }: { missing: readonly MandatoryFact[] }) {
  const of = MANDATORY_FACTS.length
  return (
    <div className="sticky top-0 z-10 grid gap-1.5 border-gold-500 border-t-2 bg-white px-4 py-3 text-small">
      <div aria-hidden="true" className="flex gap-2.5 py-1">
        {MANDATORY_FACTS.map((name) => (
          <DiamondMark
            key={name}
            className={`size-2 ${missing.includes(name) ? 'border border-line-strong' : 'bg-gold-500'}`}
          />
        ))}
      </div>
      <p role="status">
        <span className="font-semibold">
          {of - missing.length} of {of} facts.
        </span>{' '}
        <span className="text-cocoa-600">
          {missing.length === 0
            ? 'Nothing is missing.'
            : `Missing: ${missingFactsText(missing)}. A live shop sells nothing without them.`}
        </span>
      </p>
    </div>
  )
}
