import { createFileRoute } from '@tanstack/react-router'
import { userQuery, useUser } from '#src/features/auth/auth.queries.ts'
import { featuredProductsQuery } from '#src/features/catalog/products/products.queries.ts'
import { Home } from './home.tsx'
import { Landing } from './landing.tsx'

export const Route = createFileRoute('/')({
  staticData: { isAboutShop: true },
  loader: async ({ context: { queryClient } }) => {
    const user = await queryClient.ensureQueryData(userQuery)
    if (!user) return
    const products = queryClient.prefetchQuery(featuredProductsQuery)
    // The server sends the finished page; the browser shows skeletons meanwhile.
    if (import.meta.env.SSR) await products
  },
  component: FrontPage,
})

function FrontPage() {
  const user = useUser()
  return user ? <Home /> : <Landing />
}
