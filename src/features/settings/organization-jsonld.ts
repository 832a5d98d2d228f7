import type { QueryClient } from '@tanstack/react-query'
import { shopInfoQuery } from '#src/browser/query-client.ts'
import { SHOP_NAME } from '#src/core/shop-policy.ts'
import type { PublicSettings } from './settings.contract.ts'
import { publicSettingsQuery } from './settings.queries.ts'

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/** For the head of the pages about the shop. */
export async function loadOrganizationTag(queryClient: QueryClient) {
  const [settings, { publicUrl }] = await Promise.all([
    queryClient.ensureQueryData(publicSettingsQuery),
    queryClient.ensureQueryData(shopInfoQuery),
  ])
  return { 'script:ld+json': createOrganizationJsonLd(settings, publicUrl) }
}

export function createOrganizationJsonLd({ contact, hours, social }: PublicSettings, publicUrl: string) {
  const address = (path: string) => new URL(path, publicUrl).href
  // The demo's numbers are masked.
  const telephone = contact.phones.find((phone) => /^\+?[\d\s-]{8,}$/.test(phone))
  const [mail] = contact.emails
  const profiles = Object.values(social)
  return {
    '@context': 'https://schema.org',
    '@type': 'LocalBusiness',
    '@id': address('/#shop'),
    name: SHOP_NAME,
    url: address('/'),
    logo: address('/icon-512.png'),
    image: address('/previews/house.jpg'),
    address: { '@type': 'PostalAddress', streetAddress: contact.address, addressCountry: 'IN' },
    ...(telephone && { telephone }),
    ...(mail && { email: mail.email }),
    ...(profiles.length > 0 && { sameAs: profiles }),
    openingHoursSpecification: hours.week.flatMap((day, weekday) =>
      day
        ? [{ '@type': 'OpeningHoursSpecification', dayOfWeek: DAYS[weekday], opens: day.opens, closes: day.closes }]
        : [],
    ),
    currenciesAccepted: 'INR',
    paymentAccepted: 'UPI',
  }
}
