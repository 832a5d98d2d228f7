import type { QueryClient } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { shopInfoQuery } from '#src/browser/query-client.ts'
import { pageHead } from '#src/core/seo/page-head.ts'
import { CUSTOM_ORDER_NOTICE_DAYS, REPLY_WITHIN_HOURS } from '#src/core/shop-contact.ts'
import { HOME_CITY, SHOP_NAME } from '#src/core/shop-policy.ts'
import { loadOrganizationTag } from '#src/features/settings/organization-jsonld.ts'
import { ContactForm } from './contact-form.tsx'
import { StudioCards } from './studio-cards.tsx'

export const Route = createFileRoute('/contact')({
  staticData: { canonical: 'own' },
  loader: ({ context }) => loadContactHead(context.queryClient),
  head: ({ loaderData }) => loaderData ?? {},
  component: ContactPage,
})

async function loadContactHead(queryClient: QueryClient) {
  const { publicUrl } = await queryClient.ensureQueryData(shopInfoQuery)
  const title = `Contact · ${SHOP_NAME}`
  const description = `Write to our studio in ${HOME_CITY}: we get back to you within ${REPLY_WITHIN_HOURS} hours.`
  const url = new URL('/contact', publicUrl).href
  return pageHead({ title, description, url }, [await loadOrganizationTag(queryClient)])
}

function ContactPage() {
  return (
    <main className="wrap pt-10 pb-16 sm:pt-14 sm:pb-24">
      <div className="mb-10 grid max-w-152 gap-4">
        <p className="eyebrow">The studio</p>
        <h1 className="text-title">Get in Touch</h1>
        <p className="text-cocoa-600 text-lead">
          A question, a wish, something that went wrong: write to us. A person reads it and gets back to you within{' '}
          {REPLY_WITHIN_HOURS} hours.
        </p>
      </div>
      <div className="grid items-start gap-8 lg:grid-cols-[1fr_380px] lg:gap-16">
        <div className="grid gap-12">
          <ContactForm />
          <CustomOrdersBanner />
        </div>
        <StudioCards />
      </div>
    </main>
  )
}

function CustomOrdersBanner() {
  return (
    <aside
      aria-labelledby="custom-orders"
      className="cut on-dark grid gap-3 bg-cocoa-950 p-8 text-pearl cut-18 sm:p-10"
    >
      <h2 id="custom-orders" className="text-subtitle">
        Custom Orders &amp; Bulk Inquiries
      </h2>
      <p className="max-w-[41.1em] text-on-dark">
        Weddings, festivals, gifts for a whole company: please contact us at least {CUSTOM_ORDER_NOTICE_DAYS} days in
        advance for custom orders, so that there is time to make every piece by hand.
      </p>
    </aside>
  )
}
