import { Link } from '@tanstack/react-router'
import { LogOut, type LucideIcon, ReceiptText, ShoppingBag, User, UserX } from 'lucide-react'
import { useUser } from '#src/features/account/account.queries.ts'
import { cartCount, useCart } from '#src/features/cart/cart-store.ts'
import { buttonClass } from '#src/ui/button.tsx'
import { IconButton, iconButtonClass } from '#src/ui/icon-button.tsx'
import { Tooltip } from '#src/ui/tooltip.tsx'
import { useDeleteAccount } from './delete-account.ts'

/** What a phone has no room for stands in the mobile menu. */
export function HeaderActions() {
  const user = useUser()
  return (
    <div className="-mr-2.5 flex items-center justify-end gap-1">
      {user?.isAdmin && (
        <Link to="/admin" className={`${buttonClass({ variant: 'secondary', size: 'small' })} mr-2 max-lg:hidden`}>
          Admin
        </Link>
      )}
      {user ? <AccountActions /> : <StartJourney />}
      <CartButton />
    </div>
  )
}

function StartJourney() {
  return (
    <Link to="/" title="Start Journey" aria-label="Start Journey" className={iconButtonClass}>
      <Icon of={User} />
    </Link>
  )
}

function AccountActions() {
  const deletion = useDeleteAccount('desktop')
  return (
    <div className="hidden items-center gap-1 sm:flex">
      <Tooltip text="Orders">
        <Link to="/orders" aria-label="Orders" className={iconButtonClass}>
          <Icon of={ReceiptText} />
        </Link>
      </Tooltip>
      <Tooltip text="Logout">
        <a href="/api/logout" aria-label="Logout" className={iconButtonClass}>
          <Icon of={LogOut} />
        </a>
      </Tooltip>
      <Tooltip text="Delete account">
        <IconButton label="Delete account" aria-disabled={deletion.isPending || undefined} onClick={deletion.ask}>
          <Icon of={UserX} />
        </IconButton>
      </Tooltip>
    </div>
  )
}

function CartButton() {
  const open = useCart((cart) => cart.open)
  const count = useCart(cartCount)
  return (
    <Tooltip text="Cart">
      <IconButton label={cartLabel(count)} aria-haspopup="dialog" onClick={open}>
        <Icon of={ShoppingBag} />
        {count > 0 && (
          <span
            aria-hidden="true"
            className="absolute top-0.5 right-0 min-w-4.5 rounded-full bg-ruby-700 px-1 text-center font-semibold text-[11px] text-white leading-4.5"
          >
            {count}
          </span>
        )}
      </IconButton>
    </Tooltip>
  )
}

function cartLabel(count: number): string {
  if (count === 0) return 'Cart'
  return count === 1 ? 'Cart, 1 item' : `Cart, ${count} items`
}

function Icon({ of: Drawing }: { of: LucideIcon }) {
  return <Drawing aria-hidden="true" strokeWidth={1.5} className="size-5.5" />
}
