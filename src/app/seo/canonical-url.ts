import type { StaticDataRouteOption } from '@tanstack/react-router'
import { HOME_CITY, SHOP_NAME } from '#src/core/shop-policy.ts'
import type { PublicSettings } from '#src/features/settings/settings.contract.ts'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The page to which this one is another address, or `own` if its head says it, with the meaningful query. */
    canonical?: '/' | 'own'
  }
}

type Leaf = { routeId: string; fullPath: string; staticData: StaticDataRouteOption }

/** The canonical URL of a page; undefined for unknown pages and those that set it themselves. */
export function canonicalUrl({ routeId, fullPath, staticData }: Leaf, publicUrl: string): string | undefined {
  const { canonical = fullPath } = staticData
  return routeId === '__root__' || canonical === 'own' ? undefined : new URL(canonical, publicUrl).href
}

export function buildCanonicalHead(leaf: Leaf | undefined, publicUrl: string | undefined) {
  const address = leaf && publicUrl && canonicalUrl(leaf, publicUrl)
  if (!address) return { meta: [], links: [] }
  return { meta: [{ property: 'og:url', content: address }], links: [{ rel: 'canonical', href: address }] }
}

/** A shop that has not confirmed that it is handcrafted does not claim it; a closed one claims nothing. */
export function describeShop(settings: PublicSettings | undefined) {
  const chocolate = `${settings?.claims.handcrafted ? 'Handcrafted chocolate' : 'Chocolate'} from ${HOME_CITY}`
  return {
    title: `${SHOP_NAME} · ${chocolate}`,
    description: `${chocolate}, cut like the diamonds of Golconda: bars, bonbons, truffles and gifts.`,
  }
}
