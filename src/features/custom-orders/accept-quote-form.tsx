import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { formatAmount } from '#src/core/money.ts'
import type { User } from '#src/features/account/account.contract.ts'
import { type CheckoutForm, fullName, shippingAddressOf } from '#src/features/checkout/checkout.contract.ts'
import { UPI_READY } from '#src/features/checkout/checkout.queries.ts'
import { refusalOf } from '#src/features/checkout/checkout.rules.ts'
import { AddressSection, CustomerSection, NotesSection, PaymentSection } from '#src/features/checkout/form-sections.tsx'
import { forgetNotes } from '#src/features/checkout/kept-form.ts'
import { useCheckoutForm } from '#src/features/checkout/use-checkout-form.ts'
import { useExpectedDelivery } from '#src/features/checkout/use-expected-delivery.ts'
import type { StartedPayment } from '#src/features/payments/payments.contract.ts'
import { notify } from '#src/platform/notify.ts'
import { Button } from '#src/ui/button.tsx'
import type { AcceptQuote, Quote } from './custom-orders.contract.ts'
import { acceptQuote, quoteQuery } from './quotes.queries.ts'

const UpiDialog = lazy(() =>
  import('#src/features/checkout/upi-dialog.tsx').then((module) => ({ default: module.UpiDialog })),
)

type AcceptQuoteFormProps = { quote: Quote; user: User; token: string }

/** Whom to send it to, and the payment. Accepting is paying: nothing is made before. */
export function AcceptQuoteForm({ quote, user, token }: AcceptQuoteFormProps) {
  const navigate = useNavigate()
  const form = useCheckoutForm(user)
  const pincode = useWatch({ control: form.control, name: 'pincode' })
  const expected = useExpectedDelivery(pincode, { craftingDays: quote.craftingDays, readyOn: quote.readyOn })
  const { payment, accept, isPending, close } = useAcceptance(token, finish)
  const submit = form.handleSubmit((typed) => accept(acceptanceOf(typed, quote)), close)

  function finish() {
    notify({ title: 'Payment Successful!', description: 'Thank you. Our maker begins with your chocolate.' })
    forgetNotes(user.id)
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
            By paying {formatAmount(quote.total)} you accept the quotation. We begin when the money is there.
          </p>
          <p className="text-cocoa-600 text-small">{expected}</p>
        </div>
      </form>
      {payment && (
        <Suspense>
          <UpiDialog
            key={payment.transactionId}
            payment={payment}
            isResumed={false}
            onPaid={finish}
            onTold={() => void navigate({ to: '/orders' })}
            onClose={close}
            onRestart={() => void submit()}
          />
        </Suspense>
      )}
    </>
  )
}

/** The payment of an acceptance while its dialog is open. A price that has changed is asked for anew. */
function useAcceptance(token: string, onPaid: () => void) {
  const queryClient = useQueryClient()
  const [payment, setPayment] = useState<StartedPayment | null>(null)
  const { mutate, isPending } = useMutation({
    ...acceptQuote(token),
    onSuccess: (started) => {
      if (started.status === 'success') return onPaid()
      setPayment(started)
      notify(UPI_READY)
    },
    onError: (error) => {
      notify({ title: 'Payment Error', description: refusalOf(error).message, tone: 'destructive' })
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
    shippingAddress: shippingAddressOf(form),
    ...(form.notes && { notes: form.notes }),
  }
}
