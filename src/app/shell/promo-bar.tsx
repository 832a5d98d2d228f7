import { usePromises } from '#src/features/settings/settings.queries.ts'
import { DiamondMark } from '#src/ui/diamond-mark.tsx'

/** Three promises at the top of every page; phones show the first. */
export function PromoBar() {
  const { freeShipping, handcrafted, delivery } = usePromises()
  const others = [handcrafted, `Delivered in ${delivery}`].filter((promise) => promise !== undefined)
  return (
    <p className="flex items-center justify-center gap-4 bg-cocoa-950 px-4 py-[0.55rem] text-gold-300 text-meta">
      <span>{freeShipping}</span>
      {others.map((promise) => (
        <span key={promise} className="hidden items-center gap-4 sm:flex">
          <DiamondMark className="size-1.5 bg-gold-500" />
          {promise}
        </span>
      ))}
    </p>
  )
}
