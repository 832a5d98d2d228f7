import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { readFormErrors, useFocusOnRefusal } from '#src/browser/form-errors.ts'
import { addPaise, formatAmount, formatPrice, paise, paiseFromRupees, rupees, timesPaise } from '#src/core/money.ts'
import { MAX_ORDER_TOTAL } from '#src/core/shop-policy.ts'
import { readTypedRupees } from '#src/core/typed-numbers.ts'
import { sendBulkQuote } from '#src/features/custom-orders/admin/admin-custom-orders.queries.ts'
import { type AdminBulkLine, SPLIT_NOTE } from '#src/features/custom-orders/bulk/bulk.contract.ts'
import type { BulkOrderDetails } from '#src/features/custom-orders/custom-orders.contract.ts'
import { Field } from '#src/ui/forms/field.tsx'
import { QuoteNotesField, SendQuoteButton } from './quote-form-parts.tsx'
import { SplitRequestFields } from './split-request-fields.tsx'

/** Prices each product of a bulk request. The server adds the prices up once more. */
export function BulkQuoteForm({ order }: { order: BulkOrderDetails }) {
  const [prices, setPrices] = useState(() => new Map(order.lines.map((line) => [line.productId, suggestedPrice(line)])))
  const [readyOn, setReadyOn] = useState(order.readyOn)
  const [notes, setNotes] = useState(order.adminNotes)
  const sending = useMutation(sendBulkQuote)
  const form = useFocusOnRefusal(sending.error)
  const wrong = readFormErrors(sending.error)?.fields ?? {}
  const lines = order.lines.map((line) => ({ ...line, unitPrice: toRupees(prices.get(line.productId) ?? '') }))
  const isPriced = lines.every(({ unitPrice }) => unitPrice > 0)
  const isTooMuch = isPriced && paiseFromRupees(sumOf(lines)) > MAX_ORDER_TOTAL
  function send(event: FormEvent) {
    event.preventDefault()
    if (!isPriced || isTooMuch) return
    const priced = lines.map(({ productId, unitPrice }) => ({ productId, unitPrice }))
    sending.mutate({ id: order.id, lines: priced, adminNotes: notes, ...(readyOn && { readyOn }) })
  }
  function split() {
    setNotes((before) => before || SPLIT_NOTE)
    sending.reset()
  }
  return (
    <form ref={form} noValidate onSubmit={send} className="grid gap-4">
      {order.lines.map((line, at) => (
        <PriceField
          key={line.productId}
          line={line}
          price={prices.get(line.productId) ?? ''}
          error={wrong[`lines.${at}.unitPrice`]}
          onChange={(price) => setPrices((before) => new Map(before).set(line.productId, price))}
        />
      ))}
      <p className="flex justify-between gap-4 border-line border-t pt-3">
        <span className="font-semibold">Price of all pieces</span>
        <span className="amount">{isPriced ? formatAmount(sumOf(lines)) : 'Price each product'}</span>
      </p>
      {(isTooMuch || readFormErrors(sending.error)) && (
        <SplitRequestFields order={order} isTooMuch={isTooMuch} onSplit={split} />
      )}
      <Field
        label="Ready on"
        name="readyOn"
        type="date"
        value={readyOn}
        error={wrong.readyOn}
        onChange={(event) => setReadyOn(event.target.value)}
        hint="The customer sees it as a promise. A later payment can move it."
      />
      <QuoteNotesField notes={notes} error={wrong.adminNotes} onChange={setNotes} />
      <SendQuoteButton
        disabled={!isPriced || isTooMuch}
        pending={sending.isPending}
        bySms={false}
        more=" Shipping is added by the shop's rule."
      />
    </form>
  )
}

type PriceFieldProps = {
  line: AdminBulkLine
  price: string
  error: string | undefined
  onChange: (price: string) => void
}

function PriceField({ line: { productId, name, quantity, today }, price, error, onChange }: PriceFieldProps) {
  const unit = toRupees(price)
  const hints = [
    today && `List ${formatPrice(today.listPrice)}`,
    today && today.tierPrice < today.listPrice && `tier ${formatPrice(today.tierPrice)}`,
    unit > 0 && `${quantity.toLocaleString('en-IN')} pieces: ${formatAmount(sumOf([{ unitPrice: unit, quantity }]))}`,
  ]
  return (
    <Field
      label={`Price of one ${name} (₹)`}
      name={`price-${productId}`}
      inputMode="decimal"
      autoComplete="off"
      value={price}
      error={error}
      onChange={(event) => onChange(event.target.value)}
      hint={hints.filter(Boolean).join(' · ')}
    />
  )
}

/** The last quotation, or the tier price of today. */
function suggestedPrice({ unitPrice, today }: AdminBulkLine): string {
  const price = unitPrice ?? today?.tierPrice
  return price === undefined ? '' : String(price)
}

const toRupees = (typed: string) => rupees(readTypedRupees(typed) ?? paise(0))

const sumOf = (lines: readonly { unitPrice: number; quantity: number }[]) =>
  rupees(addPaise(...lines.map(({ unitPrice, quantity }) => timesPaise(paiseFromRupees(unitPrice), quantity))))
