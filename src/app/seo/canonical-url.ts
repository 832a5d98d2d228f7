import { createOrganizationJsonLd } from '#src/features/settings/organization-jsonld.ts'
import type { PublicSettings } from '#src/features/settings/settings.contract.ts'

/** Pages with meaningful queries set their own canonical URL. */
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
/** The front page has several addresses. */
const FRONT_PAGE = new Set(['/', '/start', '/login'])
const TELL_OF_THE_HOUSE = new Set([...FRONT_PAGE, '/about', '/contact'])

type Leaf = { routeId: string; fullPath: string }

/** The canonical URL of a page; undefined for unknown pages and those that set it themselves. */
export function canonicalUrl({ routeId, fullPath }: Leaf, publicUrl: string): string | undefined {
  if (routeId === '__root__' || SAY_THEMSELVES.has(fullPath)) return undefined
  return new URL(FRONT_PAGE.has(fullPath) ? '/' : fullPath, publicUrl).href
}

/** Head elements with the canonical URL and, on the front page, the organization. */
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
