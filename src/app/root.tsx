import marcellus from '@fontsource/marcellus/files/marcellus-latin-400-normal.woff2?url'
import figtree from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url'
import rupee from '#src/styles/fonts/figtree-rupee.woff2?url&no-inline'
import '#src/styles/app.css'
import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, HeadContent, Outlet, Scripts } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { buildCanonicalHead, describeShop } from '#src/app/seo/canonical-url.ts'
import { ErrorScreen, NotFoundScreen } from '#src/app/shell/error-screen.tsx'
import { Header } from '#src/app/shell/header.tsx'
import { ToastArea } from '#src/app/shell/toast-area.tsx'
import { shopInfoQuery } from '#src/browser/query-client.ts'
import { ogImageTags, titleMetaTags } from '#src/core/seo/page-head.ts'
import { SHOP_NAME } from '#src/core/shop-policy.ts'
import { userQuery } from '#src/features/auth/auth.queries.ts'
import { useCart } from '#src/features/cart/cart-store.ts'
import { PendingPaymentCheck } from '#src/features/checkout/payment-dialog/pending-payment-check.tsx'
import { publicSettingsQuery, usePublicSettings } from '#src/features/settings/settings.queries.ts'
import { renderOffscreenSections } from '#src/ui/deferred/content-visibility.ts'
import { lazyOnVisible } from '#src/ui/deferred/lazy-on-visible.tsx'

const CartDrawer = lazy(() =>
  import('#src/features/cart/cart-drawer.tsx').then((module) => ({ default: module.CartDrawer })),
)

const Footer = lazyOnVisible(async () => (await import('./shell/footer.tsx')).Footer)

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  loader: async ({ context: { queryClient } }) => {
    const [shop] = await Promise.all([
      queryClient.ensureQueryData(shopInfoQuery),
      queryClient.ensureQueryData(userQuery),
      queryClient.ensureQueryData(publicSettingsQuery),
    ])
    return shop
  },
  head: ({ loaderData, match, matches }) => {
    const settings = match.context.queryClient.getQueryData(publicSettingsQuery.queryKey)
    const screen = buildCanonicalHead(matches.at(-1), loaderData?.publicUrl)
    const words = describeShop(settings)
    return {
      meta: [
        { charSet: 'utf-8' },
        { name: 'viewport', content: 'width=device-width, initial-scale=1' },
        { name: 'theme-color', content: '#1b0e0b' },
        ...titleMetaTags(words),
        { property: 'og:site_name', content: SHOP_NAME },
        { property: 'og:type', content: 'website' },
        { property: 'og:locale', content: 'en_IN' },
        ...(loaderData ? ogImageTags('house', { publicUrl: loaderData.publicUrl, alt: words.title }) : []),
        ...screen.meta,
      ],
      links: [
        ...screen.links,
        { rel: 'icon', href: '/favicon.ico', sizes: '32x32' },
        { rel: 'icon', href: '/mark.svg', type: 'image/svg+xml' },
        { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
        { rel: 'manifest', href: '/site.webmanifest' },
        ...[marcellus, figtree, rupee].map((href) => ({
          rel: 'preload',
          href,
          as: 'font' as const,
          type: 'font/woff2',
          crossOrigin: 'anonymous' as const,
        })),
      ],
    }
  },
  shellComponent: Document,
  component: Shop,
  notFoundComponent: NotFoundScreen,
  errorComponent: ErrorScreen,
})

function Document({ children }: { children: ReactNode }) {
  return (
    <html lang="en-IN">
      <head>
        <HeadContent />
      </head>
      <body>
        {children}
        <Scripts />
      </body>
    </html>
  )
}

function Shop() {
  // E2e tests wait for this mark, and defer-scripts.server.ts replays a click.
  useEffect(() => {
    // It changes elements before React sees them, which the development server reports.
    if (!import.meta.env.DEV) renderOffscreenSections()
    document.documentElement.dataset.hydrated = ''
    dispatchEvent(new Event('hydrated'))
  }, [])
  return (
    <div className="flex min-h-dvh flex-col">
      <a href="#content" className="sr-only focus:not-sr-only focus:absolute focus:z-50 focus:bg-pearl focus:p-4">
        Skip to the content
      </a>
      <Header />
      <div id="content" tabIndex={-1} className="flex-1 focus:outline-none">
        <Outlet />
      </div>
      <FooterWithSettings />
      <CartDrawerWhenOpen />
      <PendingPaymentCheck />
      <ToastArea />
    </div>
  )
}

function FooterWithSettings() {
  return <Footer settings={usePublicSettings()} />
}

/** Loaded when first opened, then kept mounted for its animation. */
function CartDrawerWhenOpen() {
  const isOpen = useCart((cart) => cart.isOpen)
  const [wasOpen, setWasOpen] = useState(false)
  if (isOpen && !wasOpen) setWasOpen(true)
  return (
    wasOpen && (
      <Suspense>
        <CartDrawer />
      </Suspense>
    )
  )
}
