import { Link } from '@tanstack/react-router'
import { useUser } from '#src/features/auth/auth.queries.ts'
import { Drawer } from '#src/ui/overlays/drawer.tsx'
import { clearDrafts } from './account-actions.tsx'
import { useDeleteAccount } from './delete-account.ts'
import { activeOptionsOf, NAVIGATION } from './navigation.ts'

type MobileMenuProps = { open: boolean; onOpenChange: (open: boolean) => void }

const entryClass =
  'flex min-h-13 w-full items-center border-line border-b text-left text-lg transition-colors duration-150 ease-house hover:text-ruby-700 aria-[current=page]:font-semibold'

export function MobileMenu({ open, onOpenChange }: MobileMenuProps) {
  const user = useUser()
  const close = () => onOpenChange(false)
  return (
    <Drawer open={open} onOpenChange={onOpenChange} side="left" title="Menu">
      <nav aria-label="Mobile">
        {NAVIGATION.map(({ to, label }) => (
          <Link key={to} to={to} activeOptions={activeOptionsOf(to)} onClick={close} className={entryClass}>
            {label}
          </Link>
        ))}
        {user?.isAdmin && (
          <Link to="/admin" onClick={close} className={entryClass}>
            Admin Panel
          </Link>
        )}
      </nav>
      <div className="mt-8">
        {user ? <SignedInEntries isAdmin={user.isAdmin} onLeave={close} /> : <VisitorEntries onLeave={close} />}
      </div>
    </Drawer>
  )
}

function SignedInEntries({ isAdmin, onLeave }: { isAdmin: boolean; onLeave: () => void }) {
  return (
    <>
      <Link to="/orders" onClick={onLeave} className={entryClass}>
        Orders
      </Link>
      <a href="/api/logout" onClick={clearDrafts} className={entryClass}>
        Logout
      </a>
      {!isAdmin && <DeleteAccount />}
    </>
  )
}

function DeleteAccount() {
  const deletion = useDeleteAccount('mobile')
  return (
    <button
      type="button"
      aria-disabled={deletion.isPending || undefined}
      onClick={deletion.ask}
      className={`${entryClass} text-err`}
    >
      Delete account
    </button>
  )
}

function VisitorEntries({ onLeave }: { onLeave: () => void }) {
  return (
    <Link to="/" onClick={onLeave} className={entryClass}>
      Start Journey
    </Link>
  )
}
