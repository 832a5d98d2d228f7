import { shadeColor } from '#src/features/custom-orders/preview/chocolate-colors.ts'
import { buildChocolateShape } from '#src/features/custom-orders/preview/chocolate-shapes.ts'
import { facetBrightness, toSvgPath } from '#src/features/custom-orders/preview/geometry.ts'
import { CRAFTING_SECONDS } from './custom-orders.queries.ts'

const GEM = buildChocolateShape('gem')
const SIDES = GEM.facets.slice(0, -1)
const TABLE = GEM.facets.slice(-1).map(toSvgPath).join('')
const GOLD = [201, 160, 80] as const
/** The facets take three quarters of the time, the reflection the last quarter. */
const FACET_SECONDS = (CRAFTING_SECONDS * 0.75) / SIDES.length

export function CraftingAnimation() {
  return (
    <div className="flex items-center gap-4 border-line border-t pt-4">
      <span className="relative block size-16 shrink-0 overflow-hidden">
        <svg viewBox="-31 -31 62 62" aria-hidden="true" className="size-full">
          <path d={GEM.outline} fill="none" stroke="var(--gold-500)" strokeWidth="0.8" />
          {SIDES.map((facet, i) => (
            <path
              key={toSvgPath(facet)}
              d={toSvgPath(facet)}
              fill={shadeColor(GOLD, facetBrightness(facet))}
              className="animate-fade-in"
              style={{
                animationDelay: `${i * FACET_SECONDS}s`,
                animationDuration: `${FACET_SECONDS}s`,
                animationFillMode: 'backwards',
              }}
            />
          ))}
          <path d={TABLE} fill={shadeColor(GOLD, 0)} />
        </svg>
        <span
          className="absolute inset-0 animate-glint bg-[linear-gradient(115deg,transparent_36%,rgb(255_246_220/0.85)_50%,transparent_64%)] motion-reduce:hidden"
          style={{
            animationDelay: `${CRAFTING_SECONDS * 0.75}s`,
            animationDuration: `${CRAFTING_SECONDS * 0.25}s`,
          }}
        />
      </span>
      <p className="font-voice text-lead italic">Crafting your chocolate...</p>
    </div>
  )
}
