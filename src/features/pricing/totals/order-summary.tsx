import { Link } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import { formatAmount, paise, rupees } from '#src/core/money.ts'
import { usePromises, useShippingRule } from '#src/features/settings/settings.queries.ts'
import { DiamondMark } from '#src/ui/diamond-mark.tsx'
import { Price } from '#src/ui/price.tsx'
import { type OrderTotals, remainingForFreeShipping } from './totals.ts'

type SummaryProps = { totals: OrderTotals; promoCode: string | null }

export function OrderSummary({
  totals,
  promoCode,
  note,
  children,
}: SummaryProps & { note: ReactNode; children: ReactNode }) {
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
      <FreeShipping totals={totals} />
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

export function TotalLines({ totals, promoCode }: SummaryProps) {
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
      <TotalLine name="Shipping">
        {totals.shipping === 0 ? (
          <span className="font-semibold text-ok">FREE</span>
        ) : (
          <Price rupees={rupees(totals.shipping)} exact />
        )}
      </TotalLine>
      <TotalLine name="Total" className="mt-1.5 border-line-strong/50 border-t pt-4 text-lead">
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

function FreeShipping({ totals }: { totals: OrderTotals }) {
  const rule = useShippingRule()
  const missing = totals.shipping === 0 ? 0 : remainingForFreeShipping(totals, rule)
  const reached = missing === 0 ? 1 : totals.subtotal / rule.freeFrom
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
