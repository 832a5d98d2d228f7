import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { AdminPeople } from './admin-people.tsx'
import { AdminSessions } from './admin-sessions.tsx'
import { OwnPassword } from './own-password.tsx'
import { securityQuery } from './security.queries.ts'
import { SignInCodes } from './sign-in-codes.tsx'

export const loadDesk = (queryClient: QueryClient) => queryClient.fetchQuery({ ...securityQuery, staleTime: 0 })

/** How the admin area is locked: sign-in codes, the own password, who the admins are, and their open sessions. */
export function Desk() {
  const { data: security } = useSuspenseQuery(securityQuery)
  return (
    <div className="grid max-w-4xl gap-12">
      <SignInCodes security={security} />
      <OwnPassword />
      <AdminPeople security={security} />
      <AdminSessions sessions={security.sessions} />
    </div>
  )
}
