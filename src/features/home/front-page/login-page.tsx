import { createFileRoute } from '@tanstack/react-router'
import { Landing } from './landing.tsx'

export const Route = createFileRoute('/login')({
  staticData: { canonical: '/', isAboutShop: true },
  validateSearch: ({ returnTo }: Record<string, unknown>): { returnTo?: string } =>
    typeof returnTo === 'string' ? { returnTo } : {},
  component: LoginPage,
})

function LoginPage() {
  const { returnTo } = Route.useSearch()
  return <Landing returnTo={returnTo} />
}
