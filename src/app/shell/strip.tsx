import { EXPECTED_DELIVERY, FREE_SHIPPING_CLAIM, HOME_CITY } from '#src/core/shop-policy.ts'
import { Facet } from '#src/ui/facet.tsx'

/** The three promises at the top of every page; a phone has room for the first. */
export function Strip() {
  return (
    <p className="flex items-center justify-center gap-4 bg-cocoa-950 px-4 py-[0.55rem] text-gold-300 text-meta">
      <span>{FREE_SHIPPING_CLAIM}</span>
      {[`Handcrafted in ${HOME_CITY}`, `Delivered in ${EXPECTED_DELIVERY}`].map((promise) => (
        <span key={promise} className="hidden items-center gap-4 sm:flex">
          <Facet className="size-1.5 bg-gold-500" />
          {promise}
        </span>
      ))}
    </p>
  )
}
