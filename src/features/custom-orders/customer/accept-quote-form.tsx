import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { showToast } from '#src/browser/toast-store.ts'
import type { DeliveryWindow } from '#src/core/delivery/delivery-window.ts'
import { formatAmount, rupees } from '#src/core/money.ts'
import { DeliveryFields } from '#src/features/checkout/delivery/delivery-fields.tsx'
import type { CheckoutDelivery } from '#src/features/checkout/delivery/use-delivery-choice.ts'
import {
  type CheckoutForm,
  savesAddress,
  toBuyer,
  toShippingAddress,
} from '#src/features/checkout/form/checkout.contract.ts'
import { clearPaidDraft } from '#src/features/checkout/form/checkout-draft.ts'
import { ContactSections } from '#src/features/checkout/form/contact-sections.tsx'
import { NotesSection, PaymentSection } from '#src/features/checkout/form/form-sections.tsx'
import type { CheckoutFormMethods } from '#src/features/checkout/form/use-checkout-form.ts'
import { toGiftOrder } from '#src/features/checkout/gift/gift-form.contract.ts'
import { GiftOptions } from '#src/features/checkout/gift/gift-options.tsx'
import { UPI_READY_TOAST } from '#src/features/checkout/payment-dialog/checkout-payment.queries.ts'
import { isClientError, toOrderRejection } from '#src/features/checkout/payment-dialog/order-attempt.ts'
import { arrivalText } from '#src/features/custom-orders/needed-by/needed-by.ts'
import type { AcceptQuote, Quote } from '#src/features/custom-orders/quotes/quotes.contract.ts'
import { deliveryKey } from '#src/features/orders/delivery/delivery.queries.ts'
import type { StartedPayment } from '#src/features/payments/payments.contract.ts'
import type { OrderTotals } from '#src/features/pricing/totals/totals.ts'
import { PolicyLinks } from '#src/features/settings/policies/policy-links.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { AcceptanceRefusal } from './quote-conversation.tsx'
import { acceptQuote, quoteQuery } from './quotes.queries.ts'

const UpiDialog = lazy(() =>
  import('#src/features/checkout/payment-dialog/upi-dialog.tsx').then((module) => ({ default: module.UpiDialog })),
)

type AcceptQuoteFormProps = {
  quote: Quote
  token: string
  userId: string
  form: CheckoutFormMethods
  delivery: CheckoutDelivery
  totals: OrderTotals
  refusal: string | undefined
  onRefused: (message: string | undefined) => void
}

export function AcceptQuoteForm(props: AcceptQuoteFormProps) {
  const { quote, token, userId, form, delivery, totals, refusal, onRefused } = props
  const navigate = useNavigate()
  const isGift = useWatch({ control: form.control, name: 'isGift' })
  const { payment, accept, isPending, close, orderId } = useAcceptance({
    token,
    known: quote.order?.orderId,
    onPaid: finish,
    onLate: delivery.refuse,
    onRefused,
  })
  const amount = rupees(totals.total)
  const submit = form.handleSubmit(
    (typed) => delivery.check() && accept({ ...acceptanceOf(typed, { amount, delivery }), replaces: orderId }),
    close,
  )

  function finish() {
    showToast({
      title: 'Payment Successful!',
      description: `Thank you. We are starting on your ${quote.bulk ? 'order' : 'chocolate'}.`,
    })
    clearPaidDraft(userId)
    void navigate({ to: '/orders' })
  }
  return (
    <>
      <form noValidate onSubmit={submit} aria-label="Accept the quotation" className="grid gap-9">
        <ContactSections form={form} />
        {isGift && <GiftOptions form={form} />}
        <DeliveryFields delivery={delivery} subtotal={totals.subtotal} />
        <PaymentSection form={form} />
        <NotesSection form={form} />
        {refusal && <AcceptanceRefusal message={refusal} />}
        <div className="grid justify-items-start gap-3">
          <Button type="submit" pending={isPending} className="w-full sm:w-auto sm:min-w-64">
            {isPending ? 'Processing...' : 'Pay with UPI'}
          </Button>
          <p className="text-cocoa-600 text-small">
            By paying {formatAmount(amount)} you accept the quotation. We start when your payment arrives.
          </p>
          <PolicyLinks text="You also agree to our policies:" />
          {!refusal && (
            <>
              <p className="text-cocoa-600 text-small">{delivery.text}</p>
              <NeededBy neededBy={quote.neededBy} arrival={delivery.choice?.window} />
            </>
          )}
        </div>
      </form>
      {payment && (
        <Suspense>
          <UpiDialog
            key={payment.transactionId}
            payment={payment}
            isResumed={false}
            onPaid={finish}
            onUtrSubmitted={() => void navigate({ to: '/orders' })}
            onClose={close}
            onRestart={() => void submit()}
          />
        </Suspense>
      )}
    </>
  )
}

type NeededByProps = { neededBy: string | null; arrival: DeliveryWindow | null | undefined }

function NeededBy({ neededBy, arrival }: NeededByProps) {
  if (neededBy === null || !arrival) return null
  return <p className="font-medium text-small">{arrivalText(neededBy, arrival)}</p>
}

type AcceptanceInput = {
  token: string
  known: string | undefined
  onPaid: () => void
  onLate: (message: string) => void
} & Pick<AcceptQuoteFormProps, 'onRefused'>

function useAcceptance({ token, known, onPaid, onLate, onRefused }: AcceptanceInput) {
  const queryClient = useQueryClient()
  const [payment, setPayment] = useState<StartedPayment | null>(null)
  const [orderId, setOrderId] = useState(known)
  const { mutate, isPending } = useMutation({
    ...acceptQuote(token),
    onMutate: () => onRefused(undefined),
    onSuccess: (started) => {
      if (started.status === 'success') return onPaid()
      setPayment(started)
      setOrderId(started.orderId)
      showToast(UPI_READY_TOAST)
    },
    onError: (error) => {
      const { reason, message } = toOrderRejection(error)
      showToast({ title: 'Payment Error', description: message, tone: 'destructive' })
      if (reason === 'date') onLate(message)
      else if (reason !== 'price' && isClientError(error)) onRefused(message)
      if (reason === 'price') void queryClient.invalidateQueries({ queryKey: deliveryKey })
      void queryClient.invalidateQueries(quoteQuery(token))
    },
  })
  function close() {
    setPayment(null)
    void queryClient.invalidateQueries(quoteQuery(token))
  }
  return { payment, accept: mutate, isPending, close, orderId }
}

type Ordered = { amount: number; delivery: Pick<CheckoutDelivery, 'ordered' | 'shown'> }

function acceptanceOf(form: CheckoutForm, { amount, delivery: { ordered, shown } }: Ordered): AcceptQuote {
  return {
    amount,
    ...toBuyer(form),
    shippingAddress: toShippingAddress(form),
    ...ordered,
    ...toGiftOrder(form),
    saveAddress: savesAddress(form),
    ...shown,
  }
}
