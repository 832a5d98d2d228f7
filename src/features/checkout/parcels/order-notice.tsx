import { Link } from '@tanstack/react-router'
import { usePromoCode } from '#src/features/cart/quote/promo-code-store.ts'
import { RefusalNotice } from '#src/features/checkout/form/refusal-notice.tsx'
import type { PricedParcels } from '#src/features/orders/parcels/parcels.contract.ts'
import { Button, buttonClass } from '#src/ui/forms/button.tsx'
import { findAffordable, isAboveLimit } from './parcels-order.ts'

/** `promoCode` is the code that was refused. */
export type OrderRefusal = { message: string; promoCode?: string | undefined }

type OrderNoticeProps = {
  refusal: OrderRefusal | null
  priced: PricedParcels | undefined
}

export function OrderNotice({ refusal, priced }: OrderNoticeProps) {
  const problems = [...new Set([...(refusal ? [refusal.message] : []), ...(priced?.problems ?? [])])]
  if (problems.length === 0) return null
  return (
    <RefusalNotice refusal={refusal}>
      {problems.map((problem) => (
        <p key={problem} className="font-semibold text-warn">
          {problem}
        </p>
      ))}
      {priced && isAboveLimit(priced) && <TwoWays priced={priced} />}
      {refusal?.promoCode && <WithoutCode code={refusal.promoCode} />}
    </RefusalNotice>
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
