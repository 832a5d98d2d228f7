import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { LogOut } from 'lucide-react'
import type { ReactNode } from 'react'
import { signOutAsAdmin } from '#src/features/account/account.queries.ts'
import { forgetAdmin } from '#src/features/account/admin-flag.ts'
import { Button } from '#src/ui/button.tsx'
import { useAdminFlag } from './admin-gate.ts'
import { DESK_VIEWS } from './desk-views.ts'

/** What stands round every screen of the maker's: where one is, the way to the other desks, and the way out. */
export function DeskFrame({ title, children }: { title: string; children: ReactNode }) {
  useAdminFlag()
  return (
    <main className="wrap grid gap-8 py-8 lg:py-12">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-subtitle">{title}</h1>
        <LogoutButton />
      </div>
      <DeskNavigation />
      {children}
    </main>
  )
}

const ENTRY =
  'flex min-h-11 shrink-0 items-center rounded-control border border-line-strong px-4 text-small data-[status=active]:border-cocoa-900 data-[status=active]:bg-cocoa-900 data-[status=active]:text-pearl'

function DeskNavigation() {
  const exactly = { exact: true, includeSearch: true }
  return (
    <nav aria-label="Workshop" className="-mx-5 overflow-x-auto px-5">
      <ul className="flex gap-2 py-1 lg:flex-wrap">
        <li>
          <Link to="/admin" activeOptions={{ exact: true }} className={ENTRY}>
            Workshop
          </Link>
        </li>
        {Object.entries(DESK_VIEWS).map(([view, { label }]) => (
          <li key={view}>
            <Link to="/admin" search={{ view }} activeOptions={exactly} className={ENTRY}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function LogoutButton() {
  const navigate = useNavigate()
  const signOut = useMutation({
    ...signOutAsAdmin,
    onSuccess: () => {
      forgetAdmin()
      navigate({ to: '/admin-login' })
    },
  })
  return (
    <Button variant="secondary" size="small" pending={signOut.isPending} onClick={() => signOut.mutate()}>
      <LogOut aria-hidden="true" strokeWidth={1.5} className="size-4.5" />
      Logout
    </Button>
  )
}
