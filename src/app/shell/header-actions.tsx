import { Link } from '@tanstack/react-router'
import ShoppingBag from 'lucide-react/icons/shopping-bag'
import User from 'lucide-react/icons/user'
import { counted } from '#src/core/words.ts'
import { useUser } from '#src/features/auth/auth.queries.ts'
import { cartCount, useCart } from '#src/features/cart/cart-store.ts'
import { lazyOnVisible } from '#src/ui/deferred/lazy-on-visible.tsx'
import { ButtonIcon, buttonClass, IconButton, iconButtonClass } from '#src/ui/forms/button.tsx'
import { Tooltip } from '#src/ui/overlays/tooltip.tsx'

const AccountActions = lazyOnVisible(async () => (await import('./account-actions.tsx')).AccountActions)

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
      <ButtonIcon of={User} />
    </Link>
  )
}

function CartButton() {
  const open = useCart((cart) => cart.open)
  const count = useCart(cartCount)
  return (
    <Tooltip text="Cart">
      <IconButton label={cartLabel(count)} aria-haspopup="dialog" onClick={open}>
        <ButtonIcon of={ShoppingBag} />
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
  return count === 0 ? 'Cart' : `Cart, ${counted(count, 'item')}`
}
