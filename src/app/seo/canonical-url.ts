import { createOrganizationJsonLd } from '#src/features/settings/organization-jsonld.ts'
import type { PublicSettings } from '#src/features/settings/settings.contract.ts'

/** Screens that say themselves where they are: some of their addresses carry a query that means something. */
const SAY_THEMSELVES = new Set([
  '/products',
  '/products/$category',
  '/product/$id',
  '/community-stories',
  '/traceability',
  '/about',
  '/contact',
  '/policies/$name',
])
/** One screen at several addresses is one page: the front page. */
const FRONT_PAGE = new Set(['/', '/start', '/login'])
const TELL_OF_THE_HOUSE = new Set([...FRONT_PAGE, '/about', '/contact'])

type Leaf = { routeId: string; fullPath: string }

/** Where a screen is found, whole and without any query; undefined for what is not there, and for what says so itself. */
export function canonicalUrl({ routeId, fullPath }: Leaf, publicUrl: string): string | undefined {
  if (routeId === '__root__' || SAY_THEMSELVES.has(fullPath)) return undefined
  return new URL(FRONT_PAGE.has(fullPath) ? '/' : fullPath, publicUrl).href
}

/** What the head of every document says about the screen in it: where it is, and who the house is where it is about that. */
export function buildCanonicalHead(
  leaf: Leaf | undefined,
  { publicUrl, settings }: { publicUrl: string | undefined; settings: PublicSettings | undefined },
) {
  if (!leaf || !publicUrl) return { meta: [], links: [] }
  const address = canonicalUrl(leaf, publicUrl)
  const isAboutHouse = settings && leaf.routeId !== '__root__' && TELL_OF_THE_HOUSE.has(leaf.fullPath)
  return {
    meta: [
      ...(address ? [{ property: 'og:url', content: address }] : []),
      ...(isAboutHouse ? [{ 'script:ld+json': createOrganizationJsonLd(settings, publicUrl) }] : []),
    ],
    links: address ? [{ rel: 'canonical', href: address }] : [],
  }
}
