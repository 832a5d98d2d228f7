import { Link } from '@tanstack/react-router'
import LogOut from 'lucide-react/icons/log-out'
import ReceiptText from 'lucide-react/icons/receipt-text'
import UserX from 'lucide-react/icons/user-x'
import { useUser } from '#src/features/auth/auth.queries.ts'
import { ButtonIcon, IconButton, iconButtonClass } from '#src/ui/forms/button.tsx'
import { Tooltip } from '#src/ui/overlays/tooltip.tsx'

/** The next person at this screen must not find addresses that were typed at the checkout. */
export const clearDrafts = () => sessionStorage.clear()

export function AccountActions() {
  const user = useUser()
  return (
    <div className="hidden items-center gap-1 sm:flex">
      <Tooltip text="Orders">
        <Link to="/orders" aria-label="Orders" className={iconButtonClass}>
          <ButtonIcon of={ReceiptText} />
        </Link>
      </Tooltip>
      <Tooltip text="Logout">
        <a href="/api/logout" aria-label="Logout" onClick={clearDrafts} className={iconButtonClass}>
          <ButtonIcon of={LogOut} />
        </a>
      </Tooltip>
      {user && !user.isAdmin && <DeleteAccount userId={user.id} />}
    </div>
  )
}

function DeleteAccount({ userId }: { userId: string }) {
  return (
    <Tooltip text="Delete account">
      <IconButton label="Delete account" onClick={() => askToDelete('desktop', userId)}>
        <ButtonIcon of={UserX} />
      </IconButton>
    </Tooltip>
  )
}

/** Texts of the specification, with the exceptions from deletion added. */
const QUESTIONS = {
  desktop:
    'Are you sure you want to delete your account? This action cannot be undone and will permanently remove all your data.\n\nTax law makes us keep invoices: see Privacy.',
  mobile: 'Are you sure you want to delete your account? This action cannot be undone.',
}

/** Few visits delete an account, so the rest is loaded on demand. */
export async function askToDelete(place: keyof typeof QUESTIONS, userId: string): Promise<void> {
  if (!window.confirm(QUESTIONS[place])) return
  const { deleteShownAccount } = await import('./delete-account.ts')
  await deleteShownAccount(userId)
}
