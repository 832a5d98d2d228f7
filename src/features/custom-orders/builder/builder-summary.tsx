import type { KeyboardEvent } from 'react'
import { formatDayAndTime } from '#src/core/dates.ts'
import { formatPrice, rupees } from '#src/core/money.ts'
import { foodDeclarationText } from '#src/features/custom-orders/composition-food.ts'
import {
  type Composition,
  CRAFTING_TIME,
  MAX_CUSTOM_QUANTITY,
  QUANTITY_LIMIT_TEXT,
  quoteChannelsText,
} from '#src/features/custom-orders/custom-order-options.ts'
import type { CustomOrderReceipt } from '#src/features/custom-orders/custom-orders.contract.ts'
import { compositionRows } from '#src/features/custom-orders/preview/composition-summary.tsx'
import { estimatePrice, estimatePriceRange } from '#src/features/custom-orders/price-estimate.ts'
import { PrivacyNote } from '#src/features/settings/policies/policy-links.tsx'
import { usePublicSettings } from '#src/features/settings/settings.queries.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { Field } from '#src/ui/forms/field.tsx'
import { QuantityStepper } from '#src/ui/forms/quantity-stepper.tsx'
import { type BuilderState, type BuilderTabProps, hasRequiredFields, toComposition } from './builder-state.ts'
import { CraftingAnimation } from './crafting-animation.tsx'
import { QuoteSlaNote } from './quote-sla-note.tsx'

type BuilderSummaryProps = BuilderTabProps & {
  isCrafting: boolean
  receipt: CustomOrderReceipt | undefined
  refused: Readonly<Record<string, string>>
  onComposeAnother: () => void
}

export function BuilderSummary(props: BuilderSummaryProps) {
  const { draft, change, isCrafting, receipt, refused, onComposeAnother } = props
  return (
    <section
      aria-labelledby="custom-summary"
      className="cut cut-18 grid gap-5 bg-pearl p-5 text-cocoa-900 sm:cut-28 sm:p-7 [&_:focus-visible]:outline-cocoa-900"
    >
      <h3 id="custom-summary" className="text-heading">
        Your chocolate
      </h3>
      <Selection draft={draft} />
      {draft.flavor !== '' && <p className="text-small">{foodDeclarationText({ ...draft, flavor: draft.flavor })}</p>}
      <PriceBand composition={toComposition(draft)} />
      <Contact {...{ draft, change, refused }} />
      {refused[''] && <p className="font-medium text-err text-small">{refused['']}</p>}
      {receipt ? (
        <Button variant="secondary" onClick={onComposeAnother}>
          Compose Another
        </Button>
      ) : (
        <Button type="submit" pending={isCrafting} disabled={!hasRequiredFields(draft)}>
          Request My Quotation
        </Button>
      )}
      <QuoteSlaNote />
      <PrivacyNote text="We use this to price your chocolate and to write to you about it." />
      <div role="status">
        {isCrafting && <CraftingAnimation />}
        {receipt && <Received receipt={receipt} />}
        {!isCrafting && !receipt && (
          <p className="border-line border-t pt-4 text-small">
            Estimated crafting time: <strong className="font-semibold">{CRAFTING_TIME}</strong>
          </p>
        )}
      </div>
    </section>
  )
}

function Selection({ draft }: { draft: BuilderState }) {
  const required: readonly string[] = ['Flavor', 'Shape', 'Packaging']
  return (
    <dl className="grid grid-cols-[6.5rem_1fr] gap-y-1.5 text-small">
      {compositionRows(draft).map(
        ([what, chosen]) =>
          (chosen || required.includes(what)) && (
            <div key={what} className="contents">
              <dt className="text-cocoa-500">{what}</dt>
              <dd className={`wrap-anywhere ${chosen ? 'font-medium' : 'text-cocoa-500'}`}>
                {chosen || 'Not chosen yet'}
              </dd>
            </div>
          ),
      )}
    </dl>
  )
}

function PriceBand({ composition }: { composition: Composition | undefined }) {
  if (!composition)
    return (
      <p className="bg-ivory p-4 text-cocoa-600 text-small">
        Choose flavor, shape and packaging to see what a chocolate like this usually costs.
      </p>
    )
  const { from, to } = estimatePriceRange(composition)
  return (
    <div className="bg-ivory p-4">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="text-small">Usual price for {composition.quantity}</span>
        <span className="amount text-lead">
          {formatPrice(rupees(from))} – {formatPrice(rupees(to))}
        </span>
      </p>
      <p className="mt-1 text-cocoa-600 text-meta">Our quotation sets the price.</p>
      <details className="mt-2 text-small">
        <summary className="min-h-8 cursor-pointer py-1 font-semibold">How it adds up</summary>
        <dl className="mt-1 grid grid-cols-[1fr_auto] gap-x-4 gap-y-1">
          {estimatePrice(composition).lines.map(({ label, times, amount }) => (
            <div key={label} className="contents">
              <dt>{times > 1 ? `${label} × ${times}` : label}</dt>
              <dd className="amount text-right">{formatPrice(rupees(amount))}</dd>
            </div>
          ))}
        </dl>
      </details>
    </div>
  )
}

function Contact({ draft, change, refused }: BuilderTabProps & { refused: BuilderSummaryProps['refused'] }) {
  return (
    <div className="grid gap-4">
      <div className="flex items-center justify-between gap-4">
        <span aria-hidden="true" className="font-semibold text-small">
          Quantity
        </span>
        <QuantityStepper
          value={draft.quantity}
          onChange={(quantity) => change({ quantity })}
          max={MAX_CUSTOM_QUANTITY}
          size="small"
        />
      </div>
      <p className="text-cocoa-600 text-meta">{QUANTITY_LIMIT_TEXT}</p>
      {refused.quantity && <p className="font-medium text-err text-meta">{refused.quantity}</p>}
      <Field
        label="Mobile number"
        type="tel"
        name="customerMobile"
        inputMode="tel"
        autoComplete="tel"
        placeholder="+91 XXXXX XXXXX"
        aria-required="true"
        value={draft.customerMobile}
        error={refused.customerMobile}
        onChange={(event) => change({ customerMobile: event.target.value })}
        onKeyDown={submitByEnter}
      />
      <Field
        label="Email address"
        type="email"
        name="customerEmail"
        autoComplete="email"
        aria-required="true"
        value={draft.customerEmail}
        error={refused.customerEmail}
        onChange={(event) => change({ customerEmail: event.target.value })}
        onKeyDown={submitByEnter}
      />
    </div>
  )
}

/** Browsers ignore Enter while the button is disabled, so the builder says what is missing. */
function submitByEnter(event: KeyboardEvent<HTMLInputElement>) {
  if (event.key !== 'Enter') return
  event.preventDefault()
  event.currentTarget.form?.requestSubmit()
}

function Received({ receipt }: { receipt: CustomOrderReceipt }) {
  const { quotesBySms } = usePublicSettings()
  return (
    <div className="bg-ok-tint p-4">
      <p className="font-display text-heading text-ok">We have your composition</p>
      <p className="mt-1.5 text-small">
        Your quotation comes {quoteChannelsText(quotesBySms)} by{' '}
        <time dateTime={receipt.dueAt} className="font-semibold">
          {formatDayAndTime(receipt.dueAt)}
        </time>
        . Your number for questions is <strong className="amount whitespace-nowrap">{receipt.reference}</strong>.
      </p>
    </div>
  )
}
