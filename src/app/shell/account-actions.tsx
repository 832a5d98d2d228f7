import { Link } from '@tanstack/react-router'
import { LogOut, ReceiptText, UserX } from 'lucide-react'
import { useUser } from '#src/features/auth/auth.queries.ts'
import { IconButton, iconButtonClass } from '#src/ui/forms/icon-button.tsx'
import { Tooltip } from '#src/ui/overlays/tooltip.tsx'
import { useDeleteAccount } from './delete-account.ts'
import { HeaderIcon } from './header-icon.tsx'

export function AccountActions() {
  const isAdmin = useUser()?.isAdmin
  return (
    <div className="hidden items-center gap-1 sm:flex">
      <Tooltip text="Orders">
        <Link to="/orders" aria-label="Orders" className={iconButtonClass}>
          <HeaderIcon of={ReceiptText} />
        </Link>
      </Tooltip>
      <Tooltip text="Logout">
        <a href="/api/logout" aria-label="Logout" className={iconButtonClass}>
          <HeaderIcon of={LogOut} />
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
        <HeaderIcon of={UserX} />
      </IconButton>
    </Tooltip>
  )
}
