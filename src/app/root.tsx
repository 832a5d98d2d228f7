import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, HeadContent, Outlet, Scripts } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { HOME_CITY, SHOP_NAME } from '#src/core/shop-policy.ts'
import '#src/styles/app.css'

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  head: () => ({
    meta: [
      { charSet: 'utf-8' },
      { name: 'viewport', content: 'width=device-width, initial-scale=1' },
      { name: 'theme-color', content: '#1b0e0b' },
      { title: `${SHOP_NAME} · Handcrafted chocolate from ${HOME_CITY}` },
    ],
    links: [{ rel: 'icon', href: '/mark.svg', type: 'image/svg+xml' }],
  }),
  shellComponent: Document,
  component: Shop,
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
  // A click before hydration is lost; journeys in a browser wait for this mark.
  useEffect(() => {
    document.documentElement.dataset.hydrated = ''
  }, [])
  return <Outlet />
}
