import { freeShippingText } from '#src/core/shop-policy.ts'
import { SummaryCard } from '#src/features/checkout/page/checkout-summary.tsx'
import { describeGifts, type NamedItem } from '#src/features/checkout/people/own-items.ts'
import type { Person } from '#src/features/checkout/people/people.ts'
import type { PricedParcels } from '#src/features/orders/parcels/parcels.contract.ts'
import { TotalLines } from '#src/features/pricing/totals/order-summary.tsx'
import { toOrderTotals } from '#src/features/pricing/totals/rupee-totals.ts'
import { usePublicSettings, useShippingRule } from '#src/features/settings/settings.queries.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { ErrorNote } from '#src/ui/item-list.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { nameShipping } from './parcels-order.ts'
import type { ParcelsPrice } from './use-parcels-price.ts'

type ParcelsSummaryProps = {
  people: readonly Person[]
  cart: readonly NamedItem[]
  price: ParcelsPrice
}

/** The total of all parcels, computed by the server. */
export function ParcelsSummary({ people, cart, price }: ParcelsSummaryProps) {
  const { answer, current, error, retry } = price
  const priced = answer?.priced
  return (
    <SummaryCard
      total={priced?.total || undefined}
      footnote="The days of arrival are beside each person."
      details={<p className="text-small">{describeGifts(people, cart)}</p>}
    >
      {people.length < 2 && (
        <p className="text-cocoa-600 text-small">The price is here once two people are on your list.</p>
      )}
      {people.length >= 2 && !priced && !error && <Skeleton className="h-32" />}
      {priced?.promo?.ok === false && <p className="text-small text-warn">{priced.promo.message}</p>}
      {priced && (
        <div className={`grid gap-1.5 ${current ? '' : 'opacity-60'}`} aria-busy={!current}>
          <PricedLines priced={priced} />
        </div>
      )}
      {error && (
        <div className="grid justify-items-start gap-3">
          <ErrorNote>We could not load the price.</ErrorNote>
          <Button variant="link" onClick={retry}>
            Try Again
          </Button>
        </div>
      )}
    </SummaryCard>
  )
}

function PricedLines({ priced }: { priced: PricedParcels }) {
  const { mode } = usePublicSettings().tax
  const rule = useShippingRule()
  const count = priced.parcels.length
  const sendable = priced.parcels.filter(({ problem }) => problem === null).length
  if (sendable === 0) return <p className="text-small text-warn">No parcel can be sent like this, see the list.</p>
  return (
    <>
      <TotalLines
        totals={toOrderTotals(priced)}
        promoCode={priced.promo?.code ?? null}
        shippingName={nameShipping(priced)}
        totalName={sendable === count ? `Total for ${count} parcels` : `Total for ${sendable} of ${count} parcels`}
      />
      {priced.shipping > 0 && rule.fee > 0 && rule.freeFrom > 0 && (
        <p className="text-cocoa-600 text-small">{freeShippingText(rule)} counts for each parcel.</p>
      )}
      {mode !== 'unregistered' && <p className="text-cocoa-600 text-small">Prices include all taxes</p>}
    </>
  )
}
