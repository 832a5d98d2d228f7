import { createFileRoute } from '@tanstack/react-router'
import { userQuery, useUser } from '#src/features/auth/auth.queries.ts'
import { featuredProductsQuery } from '#src/features/catalog/products/products.queries.ts'
import { loadOrganizationTag } from '#src/features/settings/organization-jsonld.ts'
import { Home } from './home.tsx'
import { Landing } from './landing.tsx'

export const Route = createFileRoute('/')({
  loader: async ({ context: { queryClient } }) => {
    const user = await queryClient.ensureQueryData(userQuery)
    const products = user && queryClient.prefetchQuery(featuredProductsQuery)
    // The server sends the finished page; the browser shows skeletons meanwhile.
    if (import.meta.env.SSR) await products
    return { meta: [await loadOrganizationTag(queryClient)] }
  },
  head: ({ loaderData }) => loaderData ?? {},
  component: FrontPage,
})

function FrontPage() {
  const user = useUser()
  return user ? <Home /> : <Landing />
}
