import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { MAX_ORDER_TOTAL, UPI_LIMIT_TEXT } from '#src/core/shop-policy.ts'
import { PromoCodeForm } from '#src/features/cart/quote/promo-code-form.tsx'
import { usePromotion } from '#src/features/cart/quote/use-promotion.ts'
import { deliveryQuery, listProductIds } from '#src/features/orders/delivery/delivery.queries.ts'
import { toChargedDelivery } from '#src/features/orders/delivery/delivery-price.ts'
import { PincodeCheck } from '#src/features/orders/delivery/pincode-check.tsx'
import { usePincode } from '#src/features/orders/delivery/pincode-store.ts'
import { IncludedTaxNote } from '#src/features/pricing/totals/included-tax-note.tsx'
import { OrderSummary } from '#src/features/pricing/totals/order-summary.tsx'
import { type ChargedDelivery, calculateCartTotals } from '#src/features/pricing/totals/totals.ts'
import { usePublicSettings, useShippingRule } from '#src/features/settings/settings.queries.ts'
import { buttonClass } from '#src/ui/forms/button.tsx'
import type { PricedCartLine } from './priced-cart.ts'

export function CartSummary({ lines }: { lines: PricedCartLine[] }) {
  const promotion = usePromotion(lines)
  const products = lines.map(({ productId }) => productId)
  const [shopRule, toPincode] = [useShippingRule(), useCourierPrice(products)]
  const charged = toPincode ?? shopRule
  const totals = calculateCartTotals(lines, promotion.discount, charged)
  return (
    <div className="lg:sticky lg:top-8 lg:row-span-2">
      <OrderSummary
        totals={totals}
        promoCode={promotion.code}
        charged={charged}
        note={<IncludedTaxNote lines={lines} totals={totals} />}
      >
        <PromoCodeForm promotion={promotion} />
        <PincodeCheck products={products} />
        <Link to="/checkout" className={buttonClass()}>
          Proceed to Checkout
        </Link>
        <OtherWays />
        {totals.total > MAX_ORDER_TOTAL && (
          <p className="text-small">
            {UPI_LIMIT_TEXT} Split the order, or{' '}
            <Link to="/checkout" search={{ ask: 'cart' }} className="underline underline-offset-4">
              ask for a price
            </Link>{' '}
            of all of it.
          </p>
        )}
      </OrderSummary>
    </div>
  )
}

function OtherWays() {
  const { pickup, sameDay, gift } = usePublicSettings()
  const ways = [pickup && 'pickup at our studio', sameDay && 'same-day delivery'].filter(Boolean)
  return (
    <div className="grid gap-2 text-cocoa-600 text-small empty:hidden">
      {ways.length > 0 && (
        <p>{`This total counts shipping by courier. You can choose ${ways.join(' or ')} at checkout.`}</p>
      )}
      {gift && <p>For several people? Add their addresses at checkout and pay once.</p>}
    </div>
  )
}

/** The price of the courier to the remembered PIN code; undefined if there is none. */
function useCourierPrice(products: readonly number[]): ChargedDelivery | undefined {
  const { pincode } = usePincode()
  const { data } = useQuery(deliveryQuery({ pincode, products: listProductIds(products) }))
  const offer = data?.offers.find(({ method }) => method === 'courier')
  return offer && toChargedDelivery(offer)
}
