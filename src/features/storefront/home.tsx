import { Link } from '@tanstack/react-router'
import { Gem, Sparkles, Truck } from 'lucide-react'
import { EXPECTED_DELIVERY, FREE_SHIPPING_CLAIM, HOME_CITY, RETURN_POLICY } from '#src/core/shop-policy.ts'
import { BuilderBand } from '#src/features/custom-orders/builder-band.tsx'
import { buttonClass } from '#src/ui/button.tsx'
import { Benefits } from './benefits.tsx'
import { Claims } from './claims.tsx'
import { FeaturedProducts } from './featured-products.tsx'
import { Hero } from './hero.tsx'
import { MoodRow } from './mood-row.tsx'
import { StoryBand } from './story-band.tsx'

const REASONS = [
  {
    icon: Gem,
    title: 'Cut by hand',
    text: `Every piece is handcrafted in ${HOME_CITY} by a certified chocolate maker.`,
  },
  {
    icon: Sparkles,
    title: 'A flavor for everyone',
    text: '50+ unique flavors, from the darkest bar to the softest truffle.',
  },
  {
    icon: Truck,
    title: 'Careful delivery',
    text: `${FREE_SHIPPING_CLAIM}, at your door in ${EXPECTED_DELIVERY}, with a ${RETURN_POLICY}.`,
  },
] as const

/** The first page of somebody who is signed in. */
export function Home() {
  return (
    <main>
      <Hero
        eyebrow={`Handcrafted in ${HOME_CITY}`}
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
      <section className="wrap py-16 sm:py-24">
        <h2 className="mb-7 text-title sm:mb-12">Why choose us</h2>
        <Benefits benefits={REASONS} />
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
