import { Link, useRouter } from '@tanstack/react-router'
import X from 'lucide-react/icons/x'
import { useEffect } from 'react'
import { dismissToast } from '#src/browser/toast-store.ts'
import { rupees } from '#src/core/money.ts'
import { LabelLine } from '#src/features/catalog/food/diet-mark.tsx'
import { calculateCartTotals, calculateLineTotal } from '#src/features/pricing/totals/totals.ts'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { buttonClass, IconButton } from '#src/ui/forms/button.tsx'
import { QuantityStepper } from '#src/ui/forms/quantity-stepper.tsx'
import { Drawer } from '#src/ui/overlays/drawer.tsx'
import { Picture } from '#src/ui/picture.tsx'
import { Price } from '#src/ui/price.tsx'
import { setCartQuantity, useCart } from './cart-store.ts'
import { type PricedCartLine, usePricedCart } from './priced-cart.ts'
import { NextTier, TierPrice } from './tier-price.tsx'

/** Loaded lazily when it is first opened. */
export function CartDrawer() {
  const { isOpen, open, close } = useCart()
  const lines = usePricedCart(isOpen) ?? []
  const router = useRouter()
  useEffect(() => router.subscribe('onBeforeNavigate', close), [router, close])
  // A toast would cover the drawer's buttons.
  useEffect(() => {
    if (isOpen) dismissToast()
  }, [isOpen])
  return (
    <Drawer
      open={isOpen}
      onOpenChange={(isOpening) => (isOpening ? open() : close())}
      title="Shopping Cart"
      titleExtra={<LineCount count={lines.length} />}
      footer={lines.length > 0 && <DrawerFooter lines={lines} />}
    >
      {lines.length === 0 ? (
        <EmptyState
          as="p"
          title="Your cart is empty"
          picture="/pictures/gift-box.webp"
          action={
            <Link to="/products" onClick={close} className={buttonClass()}>
              Start Shopping
            </Link>
          }
        />
      ) : (
        <ul className="divide-y divide-line">
          {lines.map((line) => (
            <DrawerLine key={line.productId} line={line} />
          ))}
        </ul>
      )}
    </Drawer>
  )
}

function LineCount({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <span className="grid h-6 min-w-6 place-items-center rounded-full bg-ruby-700 px-1.5 font-semibold text-white text-xs">
      {count}
      <span className="sr-only">{count === 1 ? ' product' : ' products'}</span>
    </span>
  )
}

function DrawerLine({ line }: { line: PricedCartLine }) {
  const remove = useCart((cart) => cart.remove)
  return (
    <li className="grid grid-cols-[72px_1fr_auto] gap-x-4 gap-y-2 py-5 first:pt-0">
      <Picture
        src={line.imageUrl}
        alt=""
        width={72}
        height={72}
        className="cut row-span-2 size-18 object-cover cut-10"
      />
      <div>
        <p className="font-display text-[1.0625rem] leading-tight">{line.productName}</p>
        <p className="text-cocoa-600 text-small">
          <LabelLine label={line.label} className="mr-3 inline-block" />
          <TierPrice line={line} /> each
        </p>
        <NextTier line={line} />
      </div>
      <IconButton
        label={`Remove ${line.productName}`}
        onClick={() => remove(line.productId)}
        className="-mt-2.5 -mr-3.5 text-cocoa-600"
      >
        <X aria-hidden="true" strokeWidth={1.5} className="size-5" />
      </IconButton>
      <div className="col-span-2 flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <QuantityStepper
          size="small"
          removable
          value={line.quantity}
          label={`Quantity of ${line.productName}`}
          onChange={(quantity) => setCartQuantity(line, quantity)}
        />
        <Price rupees={calculateLineTotal(line)} exact className="ml-auto" />
      </div>
    </li>
  )
}

function DrawerFooter({ lines }: { lines: PricedCartLine[] }) {
  const close = useCart((cart) => cart.close)
  const { subtotal } = calculateCartTotals(lines)
  return (
    <div className="grid gap-4">
      <p className="flex items-baseline justify-between text-lead">
        <span className="font-display">Total:</span>
        <Price rupees={rupees(subtotal)} exact />
      </p>
      <div className="grid grid-cols-2 gap-3">
        <Link to="/cart" onClick={close} className={buttonClass({ variant: 'secondary' })}>
          View Cart
        </Link>
        <Link to="/checkout" onClick={close} className={buttonClass()}>
          Checkout
        </Link>
      </div>
    </div>
  )
}
