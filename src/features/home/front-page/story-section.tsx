import { Link } from '@tanstack/react-router'
import { HOME_CITY } from '#src/core/shop-policy.ts'
import { shopSummaryText } from '#src/features/home/about/claims-text.ts'
import { usePublicSettings } from '#src/features/settings/settings.queries.ts'
import { buttonClass } from '#src/ui/forms/button.tsx'
import { Picture } from '#src/ui/picture.tsx'

export function StorySection() {
  const { claims } = usePublicSettings()
  return (
    <section className="render-near bg-ivory">
      <div className="wrap grid items-center gap-8 py-16 sm:py-24 lg:grid-cols-2 lg:gap-24">
        <div className="cut cut-28">
          <Picture
            src="/pictures/gift-box.webp"
            alt="An open gift box of sixteen chocolates, its lid tied with a gold ribbon"
            width={960}
            height={960}
            className="aspect-square w-full object-cover"
          />
        </div>
        <div className="grid justify-items-start gap-5.5">
          <p className="eyebrow">Our story</p>
          <h2 className="text-title">Diamonds once left Golconda. Now it is chocolate.</h2>
          <p className="font-voice text-cocoa-600 text-xl italic">
            Golconda gave the world its diamonds, {HOME_CITY} its pearls. We cut our chocolate like the one and polish
            it like the other.
          </p>
          <p className="text-cocoa-500">{shopSummaryText(claims)}</p>
          <div className="mt-1 flex flex-wrap items-center gap-x-8 gap-y-4">
            <Link to="/about" className={buttonClass()}>
              Meet the maker
            </Link>
            <Link to="/traceability" className={buttonClass({ variant: 'link' })}>
              Trace your chocolate
            </Link>
          </div>
        </div>
      </div>
    </section>
  )
}
