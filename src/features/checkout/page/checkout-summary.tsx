import ChevronDown from 'lucide-react/icons/chevron-down'
import { type ReactNode, useId, useState } from 'react'
import type { IndianState } from '#src/core/gst.ts'
import { rupees } from '#src/core/money.ts'
import { listLineNotices, type PricedCartLine } from '#src/features/cart/priced-cart.ts'
import type { AppliedPromotion } from '#src/features/cart/quote/use-promotion.ts'
import { NextTier, TierPrice } from '#src/features/cart/tier-price.tsx'
import type { CheckoutDelivery } from '#src/features/checkout/delivery/use-delivery-choice.ts'
import { IncludedTaxNote } from '#src/features/pricing/totals/included-tax-note.tsx'
import { TotalLines } from '#src/features/pricing/totals/order-summary.tsx'
import { calculateCartTotals, calculateLineTotal } from '#src/features/pricing/totals/totals.ts'
import { PolicyLinks } from '#src/features/settings/policies/policy-links.tsx'
import { usePromises } from '#src/features/settings/settings.queries.ts'
import { DiamondListItem } from '#src/ui/diamond-mark.tsx'
import { Picture } from '#src/ui/picture.tsx'
import { Price } from '#src/ui/price.tsx'

type CheckoutSummaryProps = {
  lines: readonly PricedCartLine[]
  promotion: AppliedPromotion
  state: IndianState | undefined
  delivery: Pick<CheckoutDelivery, 'charged' | 'text' | 'wish'>
}

export function CheckoutSummary({ lines, promotion, state, delivery }: CheckoutSummaryProps) {
  const { charged, text, wish } = delivery
  const totals = calculateCartTotals(lines, promotion.discount, charged)
  return (
    <SummaryCard
      total={rupees(totals.total)}
      details={
        <ul className="grid gap-4">
          {lines.map((line) => (
            <SummaryLine key={line.productId} line={line} />
          ))}
        </ul>
      }
      footnote={text}
    >
      <div className="grid gap-1.5">
        <TotalLines
          totals={totals}
          promoCode={promotion.code}
          shippingName={wish.deliveryMethod === 'pickup' ? 'Pickup' : undefined}
        />
        <IncludedTaxNote lines={lines} totals={totals} state={state} />
      </div>
      {promotion.result?.ok === false && <p className="text-small text-warn">{promotion.result.message}</p>}
    </SummaryCard>
  )
}

type SummaryCardProps = {
  total: number | undefined
  details: ReactNode
  footnote: string
  children: ReactNode
}

/** On a phone it shows the total, and the rest when it is opened. */
export function SummaryCard({ total, details, footnote, children }: SummaryCardProps) {
  const [isOpen, setOpen] = useState(false)
  const content = useId()
  const { returns } = usePromises()
  return (
    <section aria-labelledby={`${content}-title`} className="cut bg-ivory p-6 cut-18 sm:p-8">
      <div className="flex items-center justify-between gap-4">
        <h2 id={`${content}-title`} className="text-heading">
          Order Summary
        </h2>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={content}
          onClick={() => setOpen(!isOpen)}
          className="-my-2 flex min-h-11 items-center gap-2 lg:hidden"
        >
          {total !== undefined && <Price rupees={total} exact />}
          <span className="sr-only">{isOpen ? 'Hide items' : 'Show items'}</span>
          <ChevronDown aria-hidden="true" strokeWidth={1.5} className={`size-5 ${isOpen ? 'rotate-180' : ''}`} />
        </button>
      </div>
      <div id={content} className={`mt-6 grid gap-6 ${isOpen ? '' : 'max-lg:hidden'}`}>
        {details}
        {children}
      </div>
      <div className="mt-6 grid gap-6">
        <ul className="grid gap-2 text-cocoa-600 text-small">
          <DiamondListItem>{footnote}</DiamondListItem>
          {returns && <DiamondListItem>{returns}</DiamondListItem>}
        </ul>
        <PolicyLinks text="By paying you agree to our policies:" />
      </div>
    </section>
  )
}

function SummaryLine({ line }: { line: PricedCartLine }) {
  return (
    <li className="grid grid-cols-[56px_1fr_auto] items-center gap-4">
      <Picture src={line.imageUrl} alt="" width={56} height={56} className="cut size-14 object-cover cut-10" />
      <div className="text-small">
        <p className="font-semibold leading-tight">{line.productName}</p>
        <p className="text-cocoa-600">
          {line.quantity} × <TierPrice line={line} />
        </p>
        <NextTier line={line} />
        {listLineNotices(line).map((notice) => (
          <p key={notice} className="font-semibold text-warn">
            {notice}
          </p>
        ))}
      </div>
      <Price rupees={calculateLineTotal(line)} exact className="text-small" />
    </li>
  )
}
