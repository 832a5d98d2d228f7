import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { AdminList } from '#src/features/auth/admins/admin-list.tsx'
import { TwoFactorSettings } from '#src/features/auth/two-factor/two-factor-settings.tsx'
import { AdminSessions } from './admin-sessions.tsx'
import { ChangePassword } from './change-password.tsx'
import { securityQuery } from './security.queries.ts'

export const loader = (queryClient: QueryClient) => queryClient.fetchQuery({ ...securityQuery, staleTime: 0 })

export function AdminPage() {
  const { data: security } = useSuspenseQuery(securityQuery)
  return (
    <div className="grid max-w-4xl gap-12">
      <TwoFactorSettings security={security} />
      <ChangePassword />
      <AdminList security={security} />
      <AdminSessions sessions={security.sessions} />
    </div>
  )
}
