import { Link } from '@tanstack/react-router'
import X from 'lucide-react/icons/x'
import { showToast } from '#src/browser/toast-store.ts'
import { LabelLine } from '#src/features/catalog/food/diet-mark.tsx'
import { calculateLineTotal } from '#src/features/pricing/totals/totals.ts'
import { IconButton } from '#src/ui/forms/button.tsx'
import { QuantityStepper } from '#src/ui/forms/quantity-stepper.tsx'
import { Picture } from '#src/ui/picture.tsx'
import { Price } from '#src/ui/price.tsx'
import { setCartQuantity, useCart } from './cart-store.ts'
import { isAtMost, listLineNotices, type PricedCartLine } from './priced-cart.ts'
import { NextTier, TierPrice } from './tier-price.tsx'

type CartPageLineProps = { line: PricedCartLine; isTicked: boolean; onTick: (isTicked: boolean) => void }

export function CartPageLine({ line, isTicked, onTick }: CartPageLineProps) {
  const removeLine = useCart((cart) => cart.remove)
  function remove() {
    removeLine(line.productId)
    showToast({ title: 'Item removed', description: `${line.productName} has been removed from your cart.` })
  }
  function setQuantity(quantity: number) {
    if (quantity < 1) remove()
    else setCartQuantity(line, quantity)
  }
  return (
    <li className="grid grid-cols-[auto_72px_1fr_auto] gap-x-4 gap-y-3 py-6 sm:grid-cols-[auto_96px_1fr_auto_7.5rem_auto] sm:items-center md:gap-x-6">
      <Tick name={line.productName} isTicked={isTicked} onTick={onTick} />
      <Link to="/product/$id" params={{ id: String(line.productId) }} tabIndex={-1} aria-hidden="true">
        <Picture
          src={line.imageUrl}
          alt=""
          width={96}
          height={96}
          className="cut size-18 object-cover cut-10 sm:size-24"
        />
      </Link>
      <div>
        <h2 className="text-[1.0625rem] leading-tight sm:text-heading">
          <Link to="/product/$id" params={{ id: String(line.productId) }} className="hover:text-ruby-700">
            {line.productName}
          </Link>
        </h2>
        <p className="mt-1 text-cocoa-600 text-small">
          <LabelLine label={line.label} className="mr-3 inline-block" />
          <TierPrice line={line} /> each
        </p>
        <NextTier line={line} />
        <LineNotices line={line} />
      </div>
      <div className="col-span-3 col-start-2 row-start-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 sm:contents">
        <QuantityStepper
          size="small"
          removable
          value={line.quantity}
          unreadableCountsAs={1}
          label={`Quantity of ${line.productName}`}
          onChange={setQuantity}
        />
        <Price rupees={calculateLineTotal(line)} exact className="sm:justify-self-end" />
      </div>
      <IconButton
        label={`Remove ${line.productName}`}
        onClick={remove}
        className="-mt-2.5 -mr-3 text-cocoa-600 sm:mt-0"
      >
        <X aria-hidden="true" strokeWidth={1.5} className="size-5" />
      </IconButton>
    </li>
  )
}

type TickProps = { name: string; isTicked: boolean; onTick: (isTicked: boolean) => void }

function Tick({ name, isTicked, onTick }: TickProps) {
  return (
    <label className="-m-3 grid size-11 cursor-pointer place-items-center self-center">
      <input
        type="checkbox"
        checked={isTicked}
        aria-label={`Select ${name}`}
        onChange={(event) => onTick(event.target.checked)}
        className="size-5 accent-cocoa-900"
      />
    </label>
  )
}

function LineNotices({ line }: { line: PricedCartLine }) {
  return (
    <>
      {listLineNotices(line).map((notice) => (
        <p key={notice} className="mt-1.5 font-semibold text-small text-warn">
          {notice}
        </p>
      ))}
      {isAtMost(line) && (
        <p className="mt-1.5 text-small">
          Need more?{' '}
          <Link
            to="/checkout"
            search={{ ask: String(line.productId) }}
            aria-label={`Ask for a price of more ${line.productName}`}
            className="underline underline-offset-4"
          >
            Ask for a price
          </Link>
        </p>
      )}
    </>
  )
}
