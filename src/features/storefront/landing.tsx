import { Award, HandHeart, Truck } from 'lucide-react'
import { HOME_CITY } from '#src/core/shop-policy.ts'
import { signInPath } from '#src/features/account/account.rules.ts'
import { BuilderBand } from '#src/features/custom-orders/builder-band.tsx'
import type { PublicSettings } from '#src/features/settings/settings.contract.ts'
import { usePublicSettings } from '#src/features/settings/settings.queries.ts'
import { claimText, promisesOf } from '#src/features/settings/settings.rules.ts'
import { buttonClass } from '#src/ui/button.tsx'
import { type Benefit, Benefits } from './benefits.tsx'
import { madeText, makerText } from './claims-text.rules.ts'
import { Hero } from './hero.tsx'
import { SignatureCollection } from './signature-collection.tsx'

function benefitsFor(settings: PublicSettings): Benefit[] {
  const { experience, certified } = settings.claims
  const { freeShipping, delivery, handcrafted = `Made in ${HOME_CITY}` } = promisesOf(settings)
  const practice = experience ? ` with ${claimText(experience)}` : ''
  return [
    {
      icon: Award,
      title: certified ? 'Certified quality' : 'Quality',
      text: `A ${makerText(settings.claims)}${practice}.`,
    },
    { icon: HandHeart, title: 'Made with love', text: madeText(handcrafted, settings.claims) },
    { icon: Truck, title: 'Fast delivery', text: `At your door in ${delivery}. ${freeShipping}.` },
  ]
}

/** What visitors see first. `returnTo` is where signing in should lead, for somebody who was sent here on the way. */
export function Landing({ returnTo }: { returnTo?: string }) {
  const settings = usePublicSettings()
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
        <Benefits benefits={benefitsFor(settings)} />
      </section>
      <SignatureCollection />
      <BuilderBand />
    </main>
  )
}
