import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { showToast } from '#src/browser/toast-store.ts'
import { formatAmount } from '#src/core/money.ts'
import type { User } from '#src/features/auth/auth.contract.ts'
import { type CheckoutForm, fullName, toShippingAddress } from '#src/features/checkout/form/checkout.contract.ts'
import { clearDraftNotes } from '#src/features/checkout/form/checkout-draft.ts'
import {
  AddressSection,
  CustomerSection,
  NotesSection,
  PaymentSection,
} from '#src/features/checkout/form/form-sections.tsx'
import { useCheckoutForm } from '#src/features/checkout/form/use-checkout-form.ts'
import { UPI_READY_TOAST } from '#src/features/checkout/payment-dialog/checkout-payment.queries.ts'
import { toOrderRejection } from '#src/features/checkout/payment-dialog/order-attempt.ts'
import type { AcceptQuote, Quote } from '#src/features/custom-orders/custom-orders.contract.ts'
import { useExpectedDelivery } from '#src/features/orders/dispatch/delivery.queries.ts'
import type { StartedPayment } from '#src/features/payments/payments.contract.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { acceptQuote, quoteQuery } from './quotes.queries.ts'

const UpiDialog = lazy(() =>
  import('#src/features/checkout/payment-dialog/upi-dialog.tsx').then((module) => ({ default: module.UpiDialog })),
)

type AcceptQuoteFormProps = { quote: Quote; user: User; token: string }

export function AcceptQuoteForm({ quote, user, token }: AcceptQuoteFormProps) {
  const navigate = useNavigate()
  const form = useCheckoutForm(user)
  const pincode = useWatch({ control: form.control, name: 'pincode' })
  const expected = useExpectedDelivery({ pincode, craftingDays: quote.craftingDays, readyOn: quote.readyOn })
  const { payment, accept, isPending, close } = useAcceptance(token, finish)
  const submit = form.handleSubmit((typed) => accept(acceptanceOf(typed, quote)), close)

  function finish() {
    showToast({ title: 'Payment Successful!', description: 'Thank you. We are starting on your chocolate.' })
    clearDraftNotes(user.id)
    void navigate({ to: '/orders' })
  }
  return (
    <>
      <form noValidate onSubmit={submit} aria-label="Accept the quotation" className="grid gap-9">
        <CustomerSection form={form} />
        <AddressSection form={form} />
        <PaymentSection form={form} />
        <NotesSection form={form} />
        <div className="grid justify-items-start gap-3">
          <Button type="submit" pending={isPending} className="w-full sm:w-auto sm:min-w-64">
            {isPending ? 'Processing...' : 'Pay with UPI'}
          </Button>
          <p className="text-cocoa-600 text-small">
            By paying {formatAmount(quote.total)} you accept the quotation. We start when your payment arrives.
          </p>
          <p className="text-cocoa-600 text-small">{expected.text}</p>
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

/** Reloads the quotation when its price has changed. */
function useAcceptance(token: string, onPaid: () => void) {
  const queryClient = useQueryClient()
  const [payment, setPayment] = useState<StartedPayment | null>(null)
  const { mutate, isPending } = useMutation({
    ...acceptQuote(token),
    onSuccess: (started) => {
      if (started.status === 'success') return onPaid()
      setPayment(started)
      showToast(UPI_READY_TOAST)
    },
    onError: (error) => {
      showToast({ title: 'Payment Error', description: toOrderRejection(error).message, tone: 'destructive' })
      void queryClient.invalidateQueries(quoteQuery(token))
    },
  })
  function close() {
    setPayment(null)
    void queryClient.invalidateQueries(quoteQuery(token))
  }
  return { payment, accept: mutate, isPending, close }
}

function acceptanceOf(form: CheckoutForm, { total }: Quote): AcceptQuote {
  return {
    amount: total,
    customerName: fullName(form),
    customerEmail: form.email,
    customerPhone: form.phone,
    shippingAddress: toShippingAddress(form),
    ...(form.notes && { notes: form.notes }),
  }
}
