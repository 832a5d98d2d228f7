import { Link } from '@tanstack/react-router'
import LogOut from 'lucide-react/icons/log-out'
import ReceiptText from 'lucide-react/icons/receipt-text'
import UserX from 'lucide-react/icons/user-x'
import { useUser } from '#src/features/auth/auth.queries.ts'
import { ButtonIcon, IconButton, iconButtonClass } from '#src/ui/forms/button.tsx'
import { Tooltip } from '#src/ui/overlays/tooltip.tsx'
import { useDeleteAccount } from './delete-account.ts'

/** The next person at this screen must not find addresses that were typed at the checkout. */
export const clearDrafts = () => sessionStorage.clear()

export function AccountActions() {
  const isAdmin = useUser()?.isAdmin
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
      {!isAdmin && <DeleteAccount />}
    </div>
  )
}

function DeleteAccount() {
  const deletion = useDeleteAccount('desktop')
  return (
    <Tooltip text="Delete account">
      <IconButton label="Delete account" aria-disabled={deletion.isPending || undefined} onClick={deletion.ask}>
        <ButtonIcon of={UserX} />
      </IconButton>
    </Tooltip>
  )
}
