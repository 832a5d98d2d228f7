import { type QueryClient, useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { formatDayAndTime } from '#src/core/dates.ts'
import { AdminList } from '#src/features/auth/admins/admin-list.tsx'
import { TwoFactorSettings } from '#src/features/auth/two-factor/two-factor-settings.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { StatusBadge } from '#src/ui/status-badge.tsx'
import { ChangePassword } from './change-password.tsx'
import type { AdminSession } from './security.contract.ts'
import { endAdminSession, securityQuery } from './security.queries.ts'

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

export function AdminSessions({ sessions }: { sessions: AdminSession[] }) {
  return (
    <section aria-labelledby="sessions" className="grid gap-4">
      <h2 id="sessions" className="text-heading">
        Where admins are signed in
      </h2>
      <p className="max-w-[62ch] text-cocoa-600">
        A session ends after eight hours, or after 30 minutes without activity.
      </p>
      <ul className="divide-y divide-line border border-line bg-white">
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
    </section>
  )
}

function SessionRow({ session }: { session: AdminSession }) {
  const end = useMutation(endAdminSession)
  const { id, device, email, startedAt, lastSeenAt, isThisOne } = session
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-4">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
          {device}
          {isThisOne && <StatusBadge tone="ok">This one</StatusBadge>}
        </p>
        <p className="text-cocoa-600 text-small [overflow-wrap:anywhere]">{email}</p>
        <p className="text-cocoa-600 text-small">
          Since {formatDayAndTime(startedAt)}, last seen {formatDayAndTime(lastSeenAt)}
        </p>
      </div>
      {!isThisOne && (
        <Button
          variant="secondary"
          size="small"
          pending={end.isPending}
          onClick={() => end.mutate(id)}
          aria-label={`End session: ${device}, since ${formatDayAndTime(startedAt)}`}
        >
          End session
        </Button>
      )}
    </li>
  )
}
