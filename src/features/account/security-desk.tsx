import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { AdminSessions } from './admin-sessions.tsx'
import { securityQuery } from './security.queries.ts'
import { SignInCodes } from './sign-in-codes.tsx'

export const loadDesk = (queryClient: QueryClient) => queryClient.fetchQuery({ ...securityQuery, staleTime: 0 })

/** How the desk is locked: codes of an authenticator app, and the browsers in which it is open. */
export function Desk() {
  const { data: security } = useSuspenseQuery(securityQuery)
  return (
    <div className="grid max-w-4xl gap-12">
      <SignInCodes security={security} />
      <AdminSessions sessions={security.sessions} />
    </div>
  )
}
