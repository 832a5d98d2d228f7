import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { usePromoCode } from '#src/features/cart/quote/promo-code-store.ts'
import type { PricedParcels } from '#src/features/orders/parcels/parcels.contract.ts'
import { Button, buttonClass } from '#src/ui/forms/button.tsx'
import { findAffordable, isAboveLimit } from './parcels-order.ts'

/** `promoCode` is the code that was refused. */
export type OrderRefusal = { message: string; promoCode?: string | undefined }

type OrderNoticeProps = {
  /** A new object for each refusal, so that each one gets the focus. */
  refusal: OrderRefusal | null
  priced: PricedParcels | undefined
}

export function OrderNotice({ refusal, priced }: OrderNoticeProps) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (refusal) place.current?.focus()
  }, [refusal])
  const problems = [...new Set([...(refusal ? [refusal.message] : []), ...(priced?.problems ?? [])])]
  if (problems.length === 0) return null
  return (
    <div
      ref={place}
      tabIndex={-1}
      role="alert"
      className="grid scroll-mt-6 justify-items-start gap-3 border-warn border-l-2 bg-warn-tint px-5 py-4"
    >
      {problems.map((problem) => (
        <p key={problem} className="font-semibold text-warn">
          {problem}
        </p>
      ))}
      {priced && isAboveLimit(priced) && <TwoWays priced={priced} />}
      {refusal?.promoCode && <WithoutCode code={refusal.promoCode} />}
    </div>
  )
}

function TwoWays({ priced }: { priced: PricedParcels }) {
  const count = findAffordable(priced)
  return (
    <>
      {count >= 2 && (
        <p>
          Split it: the first {count} people can be paid at once. Remove the others from the list, and order for them
          afterwards.
        </p>
      )}
      <p>Or ask us for a price of all of it.</p>
      <Link to="/checkout" search={{ ask: 'cart' }} className={buttonClass({ variant: 'link' })}>
        Ask for a Price
      </Link>
    </>
  )
}

function WithoutCode({ code }: { code: string }) {
  const remove = usePromoCode((state) => state.remove)
  return (
    <Button variant="link" onClick={remove}>
      Order without {code}
    </Button>
  )
}
