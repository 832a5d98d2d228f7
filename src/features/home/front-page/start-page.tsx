import { createFileRoute } from '@tanstack/react-router'
import { loadOrganizationTag } from '#src/features/settings/organization-jsonld.ts'
import { Landing } from './landing.tsx'

export const Route = createFileRoute('/start')({
  staticData: { canonical: '/' },
  loader: async ({ context }) => ({ meta: [await loadOrganizationTag(context.queryClient)] }),
  head: ({ loaderData }) => loaderData ?? {},
  component: () => <Landing />,
})
