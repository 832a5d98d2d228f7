import { Link } from '@tanstack/react-router'
import type { User } from '#src/features/auth/auth.contract.ts'
import { useUser } from '#src/features/auth/auth.queries.ts'
import { Drawer } from '#src/ui/overlays/drawer.tsx'
import { askToDelete, clearDrafts } from './account-actions.tsx'
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
        {user ? <SignedInEntries user={user} onLeave={close} /> : <VisitorEntries onLeave={close} />}
      </div>
    </Drawer>
  )
}

function SignedInEntries({ user, onLeave }: { user: User; onLeave: () => void }) {
  return (
    <>
      <Link to="/orders" onClick={onLeave} className={entryClass}>
        Orders
      </Link>
      <a href="/api/logout" onClick={clearDrafts} className={entryClass}>
        Logout
      </a>
      {!user.isAdmin && (
        <button type="button" onClick={() => askToDelete('mobile', user.id)} className={`${entryClass} text-err`}>
          Delete account
        </button>
      )}
    </>
  )
}

function VisitorEntries({ onLeave }: { onLeave: () => void }) {
  return (
    <Link to="/" onClick={onLeave} className={entryClass}>
      Start Journey
    </Link>
  )
}
