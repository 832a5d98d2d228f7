import Award from 'lucide-react/icons/award'
import HandHeart from 'lucide-react/icons/hand-heart'
import Truck from 'lucide-react/icons/truck'
import { HOME_CITY } from '#src/core/shop-policy.ts'
import { signInPath } from '#src/features/auth/sign-in/sign-in-path.ts'
import { BuilderSection } from '#src/features/custom-orders/builder/builder-section.tsx'
import { adminText, productionText } from '#src/features/home/about/claims-text.ts'
import type { PublicSettings } from '#src/features/settings/settings.contract.ts'
import { usePublicSettings } from '#src/features/settings/settings.queries.ts'
import { formatClaim, readPromises } from '#src/features/settings/shop-promises.ts'
import { buttonClass } from '#src/ui/forms/button.tsx'
import { type Benefit, Benefits } from './benefits.tsx'
import { Hero } from './hero.tsx'
import { SignatureCollection } from './signature-collection.tsx'

function benefitsFor(settings: PublicSettings): Benefit[] {
  const { experience, certified } = settings.claims
  const { freeShipping, deliveryWithArea, handcrafted = `Made in ${HOME_CITY}` } = readPromises(settings)
  const practice = experience ? ` with ${formatClaim(experience)}` : ''
  return [
    {
      icon: Award,
      title: certified ? 'Certified quality' : 'Quality',
      text: `A ${adminText(settings.claims)}${practice}.`,
    },
    { icon: HandHeart, title: 'Made with love', text: productionText(handcrafted, settings.claims) },
    { icon: Truck, title: 'Fast delivery', text: `At your door in ${deliveryWithArea}. ${freeShipping}.` },
  ]
}

export function Landing({ returnTo, reason }: { returnTo?: string; reason?: string }) {
  const settings = usePublicSettings()
  const login = returnTo ? signInPath(returnTo) : '/api/login'
  return (
    <main>
      <Hero
        eyebrow="Welcome to our studio"
        title="Cut like a diamond. Made by hand."
        lead={`Chocolate in the facets of the Golconda stones, handcrafted in our studio in ${HOME_CITY}.`}
      >
        {reason && <p className="w-full font-semibold text-gold-300 text-lead">{reason}</p>}
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
      <BuilderSection />
    </main>
  )
}
