import { Link } from '@tanstack/react-router'
import { Gem, Sparkles, Truck } from 'lucide-react'
import { HOME_CITY } from '#src/core/shop-policy.ts'
import { BuilderBand } from '#src/features/custom-orders/builder-band.tsx'
import type { PublicSettings } from '#src/features/settings/settings.contract.ts'
import { usePromises, usePublicSettings } from '#src/features/settings/settings.queries.ts'
import { claimText, promisesOf } from '#src/features/settings/settings.rules.ts'
import { buttonClass } from '#src/ui/button.tsx'
import { type Benefit, Benefits } from './benefits.tsx'
import { Claims } from './claims.tsx'
import { makerText } from './claims-text.rules.ts'
import { FeaturedProducts } from './featured-products.tsx'
import { Hero } from './hero.tsx'
import { MoodRow } from './mood-row.tsx'
import { StoryBand } from './story-band.tsx'

function reasonsFor(settings: PublicSettings): Benefit[] {
  const { flavors } = settings.claims
  const { freeShipping, delivery, returns } = promisesOf(settings)
  return [
    {
      icon: Gem,
      title: 'Cut by hand',
      text: `Every piece is handcrafted in ${HOME_CITY} by a ${makerText(settings.claims)}.`,
    },
    {
      icon: Sparkles,
      title: 'A flavor for everyone',
      text: `${flavors ? claimText(flavors) : 'Flavors'}, from the darkest bar to the softest truffle.`,
    },
    {
      icon: Truck,
      title: 'Careful delivery',
      text: `${freeShipping}, at your door in ${delivery}${returns ? `, with a ${returns}` : ''}.`,
    },
  ]
}

/** The first page of somebody who is signed in. */
export function Home() {
  const settings = usePublicSettings()
  const { handcrafted = `Made in ${HOME_CITY}` } = usePromises()
  return (
    <main>
      <Hero
        eyebrow={handcrafted}
        title="Cut like a diamond. Made by hand."
        lead={`Chocolate in the facets of the Golconda stones, made in one ${HOME_CITY} studio.`}
      >
        <Link to="/products" className={buttonClass({ variant: 'gold' })}>
          Shop chocolates
        </Link>
        <Link to="/about" className={buttonClass({ variant: 'link' })}>
          Our story
        </Link>
      </Hero>
      <Claims />
      <FeaturedProducts />
      <BuilderBand />
      <MoodRow />
      <StoryBand />
      <section className="until-near wrap py-16 sm:py-24">
        <h2 className="mb-7 text-title sm:mb-12">Why choose us</h2>
        <Benefits benefits={reasonsFor(settings)} />
        <div className="mt-12 flex flex-wrap gap-4">
          <Link to="/products" className={buttonClass({ variant: 'secondary' })}>
            See all chocolates
          </Link>
          <Link to="/emotion-chocolates" className={buttonClass({ variant: 'secondary' })}>
            Find Your Mood Match
          </Link>
        </div>
      </section>
    </main>
  )
}
