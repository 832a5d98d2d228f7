import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { formatPrice, paise, rupees } from '#src/core/money.ts'
import { readTypedRupees } from '#src/core/typed-numbers.ts'
import { sendQuote } from '#src/features/custom-orders/admin/admin-custom-orders.queries.ts'
import type { ComposedOrderDetails } from '#src/features/custom-orders/custom-orders.contract.ts'
import { usePublicSettings } from '#src/features/settings/settings.queries.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { Field } from '#src/ui/forms/field.tsx'
import { QuoteNotesField, SendQuoteButton } from './quote-form-parts.tsx'
import { QuoteTiming, toHours, toMinutes } from './quote-timing.tsx'

export function QuoteForm({ order }: { order: ComposedOrderDetails }) {
  const [price, setPrice] = useState(order.quotedPrice === null ? '' : String(order.quotedPrice))
  const [readyOn, setReadyOn] = useState(order.readyOn)
  const [hours, setHours] = useState(toHours(order.craftingMinutes))
  const [notes, setNotes] = useState(order.adminNotes)
  const sending = useMutation(sendQuote)
  const { quotesBySms } = usePublicSettings()
  const quotedPrice = rupees(readTypedRupees(price) ?? paise(0))
  const craftingMinutes = toMinutes(hours)
  const isPriced = quotedPrice > 0
  function send(event: FormEvent) {
    event.preventDefault()
    if (!isPriced || craftingMinutes === undefined) return
    sending.mutate({ id: order.id, quotedPrice, craftingMinutes, adminNotes: notes, ...(readyOn && { readyOn }) })
  }
  return (
    <form noValidate onSubmit={send} className="grid gap-4">
      <Field
        label="Quoted price (₹)"
        name="quotedPrice"
        inputMode="decimal"
        autoComplete="off"
        value={price}
        onChange={(event) => setPrice(event.target.value)}
        hint="For all pieces together. Shipping is added by the shop's rule."
      />
      <div>
        <Button variant="link" onClick={() => setPrice(String(order.suggestion.total))}>
          Use the suggested {formatPrice(order.suggestion.total)}
        </Button>
      </div>
      <QuoteTiming {...{ readyOn, hours, setReadyOn, setHours }} neededBy={order.neededBy} />
      <QuoteNotesField notes={notes} onChange={setNotes} />
      <SendQuoteButton
        disabled={!isPriced || craftingMinutes === undefined}
        pending={sending.isPending}
        bySms={quotesBySms}
      />
    </form>
  )
}
