import { createFileRoute } from '@tanstack/react-router'
import { loadOrganizationTag } from '#src/features/settings/organization-jsonld.ts'
import { Landing } from './landing.tsx'

export const Route = createFileRoute('/login')({
  staticData: { canonical: '/' },
  validateSearch: ({ returnTo }: Record<string, unknown>): { returnTo?: string } =>
    typeof returnTo === 'string' ? { returnTo } : {},
  loader: async ({ context }) => ({ meta: [await loadOrganizationTag(context.queryClient)] }),
  head: ({ loaderData }) => loaderData ?? {},
  component: LoginPage,
})

function LoginPage() {
  const { returnTo } = Route.useSearch()
  return <Landing returnTo={returnTo} reason={reasonFor(returnTo)} />
}

/** Links from mails lead here while signed out. */
function reasonFor(returnTo = ''): string | undefined {
  if (returnTo.startsWith('/checkout?quote=')) return 'Sign in to see your quotation.'
  if (returnTo.startsWith('/checkout')) return 'Sign in to check out. Your cart stays as it is.'
  if (returnTo.startsWith('/orders')) return 'Sign in to see your orders.'
  return undefined
}
