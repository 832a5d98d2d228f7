import { EXPECTED_DELIVERY, FREE_SHIPPING_CLAIM, HOME_CITY } from '#src/core/shop-policy.ts'
import { Facet } from '#src/ui/facet.tsx'

/** The three promises at the top of every page; a phone has room for the first. */
export function Strip() {
  return (
    <p className="flex items-center justify-center gap-4 bg-cocoa-950 px-4 py-[0.55rem] text-gold-300 text-meta">
      <span>{FREE_SHIPPING_CLAIM}</span>
      <Facet className="hidden size-1.5 bg-gold-500 sm:inline-block" />
      <span className="hidden sm:inline">Handcrafted in {HOME_CITY}</span>
      <Facet className="hidden size-1.5 bg-gold-500 sm:inline-block" />
      <span className="hidden sm:inline">Delivered in {EXPECTED_DELIVERY}</span>
    </p>
  )
}
