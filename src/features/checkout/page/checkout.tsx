import { Link, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useWatch } from 'react-hook-form'
import { showToast } from '#src/browser/toast-store.ts'
import type { User } from '#src/features/auth/auth.contract.ts'
import { clearPaidCart } from '#src/features/cart/pending-order-store.ts'
import { type PricedCartLine, usePricedCart } from '#src/features/cart/priced-cart.ts'
import { usePromotion } from '#src/features/cart/quote/use-promotion.ts'
import { chosenState } from '#src/features/checkout/form/checkout.contract.ts'
import { clearDraftNotes } from '#src/features/checkout/form/checkout-draft.ts'
import {
  AddressSection,
  CustomerSection,
  NotesSection,
  PaymentSection,
} from '#src/features/checkout/form/form-sections.tsx'
import { useCheckoutForm } from '#src/features/checkout/form/use-checkout-form.ts'
import { UPI_READY_TOAST } from '#src/features/checkout/payment-dialog/checkout-payment.queries.ts'
import { usePaymentDialog } from '#src/features/checkout/payment-dialog/use-payment-dialog.ts'
import { useExpectedDelivery } from '#src/features/orders/dispatch/delivery.queries.ts'
import { PrivacyNote } from '#src/features/settings/policies/privacy-note.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { Button, buttonClass } from '#src/ui/forms/button.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { CheckoutErrorNotice } from './checkout-error.tsx'
import { CheckoutSummary } from './checkout-summary.tsx'
import { useSubmitOrder } from './submit-order.ts'

const UpiDialog = lazy(() =>
  import('#src/features/checkout/payment-dialog/upi-dialog.tsx').then((module) => ({ default: module.UpiDialog })),
)

export function CartCheckout({ user }: { user: User }) {
  const lines = usePricedCart()
  if (lines?.length === 0) return <NoItems />
  return (
    <>
      <h1 className="text-title">Checkout</h1>
      {lines ? <Checkout key={user.id} user={user} lines={lines} /> : <FormSkeleton />}
    </>
  )
}

function NoItems() {
  return (
    <EmptyState
      as="h1"
      title="No Items to Checkout"
      picture="/pictures/gift-box.webp"
      text="Your cart is empty. Choose something first, then pay here with any UPI app."
      action={
        <Link to="/products" className={buttonClass()}>
          Continue Shopping
        </Link>
      }
    />
  )
}

function FormSkeleton() {
  return (
    <div className="mt-8 grid gap-6" aria-busy="true">
      <p className="sr-only">Loading the checkout.</p>
      <Skeleton className="h-40" />
      <Skeleton className="h-64" />
    </div>
  )
}

function Checkout({ user, lines }: { user: User; lines: readonly PricedCartLine[] }) {
  const navigate = useNavigate()
  const form = useCheckoutForm(user)
  const [state, otherState, pincode] = useWatch({ control: form.control, name: ['state', 'otherState', 'pincode'] })
  const open = usePaymentDialog(user.id, lines)
  const promotion = usePromotion(lines)
  const expected = useExpectedDelivery({ pincode })
  const { submitForm, isSubmitting, problem } = useSubmitOrder({
    userId: user.id,
    lines,
    promotion,
    shipOn: expected.shipOn,
    onStarted: (payment) => {
      if (payment.status === 'success') return finish()
      open.show(payment)
      showToast(UPI_READY_TOAST)
    },
  })
  // A form that is no longer valid must be shown before it is sent again.
  const submit = form.handleSubmit((values) => submitForm(values), open.dismiss)

  function finish() {
    showToast({ title: 'Payment Successful!', description: 'Thank you. We will start packing your order.' })
    leave()
  }
  function leave() {
    clearPaidCart()
    clearDraftNotes(user.id)
    void navigate({ to: '/orders' })
  }
  return (
    <div className="mt-8 grid items-start gap-8 lg:grid-cols-[1fr_400px] lg:gap-16">
      <div className="lg:sticky lg:top-8 lg:col-start-2 lg:row-start-1">
        <CheckoutSummary
          lines={lines}
          promotion={promotion}
          state={chosenState({ state, otherState })}
          expectedDelivery={expected.text}
        />
      </div>
      <form noValidate onSubmit={submit} aria-label="Checkout" className="grid gap-9 lg:col-start-1 lg:row-start-1">
        <CustomerSection form={form} />
        <AddressSection form={form} />
        <PaymentSection form={form} />
        <NotesSection form={form} />
        {problem && <CheckoutErrorNotice problem={problem} lines={lines} />}
        <PrivacyNote text="We use this to deliver your order and to write its invoice." />
        <div className="flex flex-wrap items-center gap-x-8 gap-y-4">
          <Button type="submit" pending={isSubmitting || promotion.isChecking} className="w-full sm:w-auto sm:min-w-64">
            {isSubmitting ? 'Processing...' : 'Pay with UPI'}
          </Button>
          <Link to="/cart" className={buttonClass({ variant: 'link' })}>
            Back to Cart
          </Link>
        </div>
      </form>
      {open.payment && (
        <Suspense>
          <UpiDialog
            key={open.payment.transactionId}
            payment={open.payment}
            isResumed={open.isResumed}
            onPaid={finish}
            onUtrSubmitted={leave}
            onClose={open.dismiss}
            onRestart={() => void submit()}
          />
        </Suspense>
      )}
    </div>
  )
}
