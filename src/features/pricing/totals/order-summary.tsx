import { Link } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import { formatAmount, paise, rupees } from '#src/core/money.ts'
import { usePromises } from '#src/features/settings/settings.queries.ts'
import { DiamondMark } from '#src/ui/diamond-mark.tsx'
import { Price } from '#src/ui/price.tsx'
import { type ChargedDelivery, type OrderTotals, remainingForFreeShipping } from './totals.ts'

type SummaryProps = { totals: OrderTotals; promoCode: string | null }

export function OrderSummary({
  totals,
  promoCode,
  charged,
  note,
  children,
}: SummaryProps & { charged: ChargedDelivery; note: ReactNode; children: ReactNode }) {
  const title = useId()
  const { returns } = usePromises()
  return (
    <section aria-labelledby={title} className="cut grid gap-6 bg-ivory p-6 cut-18 sm:p-8">
      <h2 id={title} className="text-heading">
        Order Summary
      </h2>
      <div className="grid gap-1.5">
        <TotalLines totals={totals} promoCode={promoCode} />
        {note}
      </div>
      <FreeShipping totals={totals} freeFrom={charged.freeFrom} />
      {children}
      <p className="flex flex-wrap items-center gap-x-3 text-cocoa-600 text-small">
        {returns && (
          <>
            <DiamondMark />
            {returns}
          </>
        )}
        <Link to="/policies/$name" params={{ name: 'returns' }} className="py-2.5 underline underline-offset-4">
          What can be returned
        </Link>
      </p>
    </section>
  )
}

type LineNames = { shippingName?: string; totalName?: string }

export function TotalLines({
  totals,
  promoCode,
  shippingName = 'Shipping',
  totalName = 'Total',
}: SummaryProps & LineNames) {
  return (
    <dl className="grid gap-2.5">
      <TotalLine name="Subtotal">
        <Price rupees={rupees(totals.subtotal)} exact />
      </TotalLine>
      {totals.discount > 0 && (
        <TotalLine name={`Discount (${promoCode})`}>
          <span className="amount text-ok">−{formatAmount(rupees(totals.discount))}</span>
        </TotalLine>
      )}
      <TotalLine name={shippingName}>
        {totals.shipping === 0 ? (
          <span className="font-semibold text-ok">FREE</span>
        ) : (
          <Price rupees={rupees(totals.shipping)} exact />
        )}
      </TotalLine>
      {totals.giftWrap > 0 && (
        <TotalLine name="Gift wrapping">
          <Price rupees={rupees(totals.giftWrap)} exact />
        </TotalLine>
      )}
      {totals.coolPack > 0 && (
        <TotalLine name="Cool pack">
          <Price rupees={rupees(totals.coolPack)} exact />
        </TotalLine>
      )}
      <TotalLine name={totalName} className="mt-1.5 border-line-strong/50 border-t pt-4 text-lead">
        <Price rupees={rupees(totals.total)} exact />
      </TotalLine>
    </dl>
  )
}

function TotalLine({ name, className = '', children }: { name: string; className?: string; children: ReactNode }) {
  return (
    <div className={`flex items-baseline justify-between gap-4 ${className}`}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

type FreeShippingProps = { totals: OrderTotals; freeFrom: ChargedDelivery['freeFrom'] }

function FreeShipping({ totals, freeFrom }: FreeShippingProps) {
  if (totals.shipping > 0 && freeFrom === null) return null
  const missing = totals.shipping === 0 || freeFrom === null ? 0 : remainingForFreeShipping(totals, freeFrom)
  const reached = missing === 0 || freeFrom === null ? 1 : totals.subtotal / freeFrom
  return (
    <div className="grid gap-2.5 text-small">
      <p>
        {missing > 0 ? `Add ${formatAmount(rupees(paise(missing)))} more for FREE shipping!` : 'Your order ships free.'}
      </p>
      <div aria-hidden="true" className="h-0.5 bg-line">
        <div
          className="h-full origin-left bg-gold-500 transition-transform duration-300 ease-house"
          style={{ transform: `scaleX(${reached})` }}
        />
      </div>
    </div>
  )
}
