import { createFileRoute, Link } from '@tanstack/react-router'
import { shopInfoQuery } from '#src/browser/query-client.ts'
import { pageHead } from '#src/core/seo/page-head.ts'
import { HOME_CITY, SHOP_NAME } from '#src/core/shop-policy.ts'
import { loadOrganizationTag } from '#src/features/settings/organization-jsonld.ts'
import { founderQuery } from '#src/features/settings/policies/policies.queries.ts'
import type { PublicSettings } from '#src/features/settings/settings.contract.ts'
import { publicSettingsQuery, usePublicSettings } from '#src/features/settings/settings.queries.ts'
import { buttonClass } from '#src/ui/forms/button.tsx'
import { Picture } from '#src/ui/picture.tsx'
import { Claims } from './claims.tsx'
import { adminText, storyText } from './claims-text.ts'
import { Founder } from './founder.tsx'
import { MakingSteps } from './making-steps.tsx'
import { dataProcessorsQuery, Privacy } from './privacy.tsx'

export const Route = createFileRoute('/about')({
  staticData: { canonical: 'own' },
  loader: async ({ context: { queryClient } }) => {
    const { publicUrl, mode } = await queryClient.ensureQueryData(shopInfoQuery)
    await queryClient.ensureQueryData(founderQuery)
    await queryClient.ensureQueryData(dataProcessorsQuery)
    const { claims } = await queryClient.ensureQueryData(publicSettingsQuery)
    const organization = await loadOrganizationTag(queryClient)
    return { mode, head: aboutHead({ publicUrl, claims, organization }) }
  },
  head: ({ loaderData }) => loaderData?.head ?? {},
  component: AboutPage,
})

type AboutHead = Pick<PublicSettings, 'claims'> & { publicUrl: string; organization: object }

function aboutHead({ publicUrl, claims, organization }: AboutHead) {
  const title = `About · ${SHOP_NAME}`
  const practice = claims.experience ? `, ${claims.experience.figure} years of practice` : ''
  const description = `The small house behind the facets: one studio in ${HOME_CITY}, one ${adminText(claims)}${practice}.`
  const url = new URL('/about', publicUrl).href
  return pageHead({ title, description, url }, [organization])
}

function AboutPage() {
  const { mode } = Route.useLoaderData()
  return (
    <main>
      <Opening />
      <Claims />
      <FounderStory />
      <Founder />
      <MakingSteps />
      <WaysOn />
      <Privacy isDemo={mode === 'demo'} />
    </main>
  )
}

function Opening() {
  return (
    <section className="on-dark bg-cocoa-950 text-pearl">
      <div className="wrap grid items-center gap-10 py-12 sm:py-20 lg:grid-cols-[1fr_1.05fr] lg:gap-20">
        <div className="grid justify-items-start gap-6 max-lg:order-2">
          <p className="eyebrow text-gold-300">
            <span
              lang="te"
              className="mr-2 inline-block w-[3.513em] align-[-0.12em] font-normal font-name text-[1.4rem] leading-none tracking-wide"
            >
              గోల్కొండ
            </span>
            Our story
          </p>
          <h1 className="max-w-[8.87em] text-hero">A small house that cuts chocolate.</h1>
          <p className="max-w-[27em] text-lead text-on-dark">
            Golconda gave the world its diamonds, {HOME_CITY} its pearls. We cut our chocolate like the one and polish
            it like the other.
          </p>
        </div>
        <div className="cut cut-28">
          <Picture
            src="/pictures/about.webp"
            alt="Facet-cut chocolates, a broken bar and sugar pearls on a slab of pale stone"
            width={1280}
            height={1280}
            sizes="(min-width: 84.5rem) 595px, (min-width: 64rem) 46vw, 100vw"
            priority
            className="aspect-square w-full object-cover lg:aspect-5/4"
          />
        </div>
      </div>
    </section>
  )
}

function FounderStory() {
  const { claims } = usePublicSettings()
  return (
    <section className="wrap grid gap-10 py-16 sm:py-24 lg:grid-cols-[1fr_1.35fr] lg:gap-24">
      <div className="grid content-start gap-5">
        <h2 className="text-title">It began with one mould</h2>
        <p className="font-voice text-cocoa-600 text-xl italic">
          “A stone is cut so that light finds its way out. I wanted a bar that does the same with taste.”
        </p>
        <p className="text-cocoa-500 text-small">The maker</p>
      </div>
      <div className="grid max-w-[43.7em] gap-5 text-lead">
        <p>
          In the bazaars around Charminar, people have talked about cut and lustre for four hundred years. Our maker
          listened, and then asked a sweet-toothed question: what if chocolate were cut like that?
        </p>
        <p>
          The first mould had eight facets and a flat table, as an old rose-cut diamond has. Its edges melt first, its
          middle last, so one piece tastes in two movements. That mould is our mark to this day: look at the top of this
          page.
        </p>
        <p>
          {storyText(claims)} What has not changed is how we work: in one studio in {HOME_CITY}, by hand, in amounts
          that a person can watch.
        </p>
      </div>
    </section>
  )
}

function WaysOn() {
  return (
    <section className="wrap flex flex-wrap items-center justify-between gap-x-10 gap-y-6 border-line border-t py-12">
      <h2 className="max-w-[19.35em] text-subtitle">Taste it, trace it, or ask us about it.</h2>
      <div className="flex flex-wrap items-center gap-x-8 gap-y-4">
        <Link to="/products" className={buttonClass()}>
          Shop chocolates
        </Link>
        <Link to="/traceability" className={buttonClass({ variant: 'link' })}>
          Trace your chocolate
        </Link>
        <Link to="/contact" className={buttonClass({ variant: 'link' })}>
          Get in touch
        </Link>
      </div>
    </section>
  )
}
