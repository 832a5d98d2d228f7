import { Link } from '@tanstack/react-router'
import Gem from 'lucide-react/icons/gem'
import Sparkles from 'lucide-react/icons/sparkles'
import Truck from 'lucide-react/icons/truck'
import { HOME_CITY } from '#src/core/shop-policy.ts'
import { BuilderSection } from '#src/features/custom-orders/builder/builder-section.tsx'
import { Claims } from '#src/features/home/about/claims.tsx'
import { adminText } from '#src/features/home/about/claims-text.ts'
import { MoodTiles } from '#src/features/moods/match/mood-tiles.tsx'
import type { PublicSettings } from '#src/features/settings/settings.contract.ts'
import { usePromises, usePublicSettings } from '#src/features/settings/settings.queries.ts'
import { formatClaim, readPromises } from '#src/features/settings/shop-promises.ts'
import { buttonClass } from '#src/ui/forms/button.tsx'
import { SectionHeading } from '#src/ui/section-heading.tsx'
import { type Benefit, Benefits } from './benefits.tsx'
import { FeaturedProducts } from './featured-products.tsx'
import { Hero } from './hero.tsx'
import { StorySection } from './story-section.tsx'

function reasonsFor(settings: PublicSettings): Benefit[] {
  const { flavors } = settings.claims
  const { freeShipping, deliveryWithArea, returns } = readPromises(settings)
  return [
    {
      icon: Gem,
      title: 'Cut by hand',
      text: `Every piece is handcrafted in ${HOME_CITY} by a ${adminText(settings.claims)}.`,
    },
    {
      icon: Sparkles,
      title: 'A flavor for everyone',
      text: `${flavors ? formatClaim(flavors) : 'Flavors'}, from the darkest bar to the softest truffle.`,
    },
    {
      icon: Truck,
      title: 'Careful delivery',
      text: `${freeShipping}, at your door in ${deliveryWithArea}${returns ? `, with a ${returns}` : ''}.`,
    },
  ]
}

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
      <BuilderSection />
      <MoodSection />
      <StorySection />
      <section className="render-near wrap py-16 sm:py-24">
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

export function MoodSection() {
  return (
    <section className="render-near wrap py-16 sm:py-24">
      <SectionHeading
        eyebrow="Find a mood match"
        title="How do you feel today?"
        action={
          <Link to="/mood-tracker" className={buttonClass({ variant: 'link' })}>
            Mood tracker
          </Link>
        }
      />
      <MoodTiles />
    </section>
  )
}
