import { Award, HandHeart, Truck } from 'lucide-react'
import { EXPECTED_DELIVERY, FREE_SHIPPING_CLAIM, HOME_CITY } from '#src/core/shop-policy.ts'
import { signInPath } from '#src/features/account/account.rules.ts'
import { BuilderBand } from '#src/features/custom-orders/builder-band.tsx'
import { buttonClass } from '#src/ui/button.tsx'
import { Benefits } from './benefits.tsx'
import { Hero } from './hero.tsx'
import { SignatureCollection } from './signature-collection.tsx'

const BENEFITS = [
  { icon: Award, title: 'Certified quality', text: 'A certified chocolate maker with 12+ years experience.' },
  {
    icon: HandHeart,
    title: 'Made with love',
    text: `Handcrafted in ${HOME_CITY} in 50+ unique flavors, for 1000+ happy customers.`,
  },
  { icon: Truck, title: 'Fast delivery', text: `At your door in ${EXPECTED_DELIVERY}. ${FREE_SHIPPING_CLAIM}.` },
] as const

/** What visitors see first. `returnTo` is where signing in should lead, for somebody who was sent here on the way. */
export function Landing({ returnTo }: { returnTo?: string }) {
  const login = returnTo ? signInPath(returnTo) : '/api/login'
  return (
    <main>
      <Hero
        eyebrow="Welcome to our studio"
        title="Cut like a diamond. Made by hand."
        lead={`Chocolate in the facets of the Golconda stones, handcrafted in our studio in ${HOME_CITY}.`}
      >
        <a href={login} className={buttonClass({ variant: 'gold' })}>
          Start Your Journey
        </a>
        <a href={login} className={buttonClass({ variant: 'link' })}>
          Sign In to Shop
        </a>
      </Hero>
      <section className="wrap py-16 sm:py-24">
        <h2 className="sr-only">What you can count on</h2>
        <Benefits benefits={BENEFITS} />
      </section>
      <SignatureCollection />
      <BuilderBand />
    </main>
  )
}
