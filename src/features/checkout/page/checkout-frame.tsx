import { Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, lazy, type ReactNode, Suspense } from 'react'
import { showToast } from '#src/browser/toast-store.ts'
import { clearPaidOrder } from '#src/features/checkout/form/checkout-draft.ts'
import { UPI_READY_TOAST } from '#src/features/checkout/payment-dialog/checkout-payment.queries.ts'
import { usePaymentDialog } from '#src/features/checkout/payment-dialog/use-payment-dialog.ts'
import type { StartedPayment } from '#src/features/payments/payments.contract.ts'
import type { CartItem } from '#src/features/pricing/totals/priced-items.contract.ts'
import { PrivacyNote } from '#src/features/settings/policies/policy-links.tsx'
import { Button, buttonClass } from '#src/ui/forms/button.tsx'

const UpiDialog = lazy(() =>
  import('#src/features/checkout/payment-dialog/upi-dialog.tsx').then((module) => ({ default: module.UpiDialog })),
)

type PaymentInput = { userId: string; lines: readonly CartItem[] }

/** The dialog of the payment that the form starts, and what follows it. */
export function useCheckoutPayment({ userId, lines }: PaymentInput) {
  const navigate = useNavigate()
  const dialog = usePaymentDialog(userId, lines)
  function leave() {
    clearPaidOrder(userId)
    void navigate({ to: '/orders' })
  }
  function finish() {
    showToast({ title: 'Payment Successful!', description: 'Thank you. We will start packing your order.' })
    leave()
  }
  function start(payment: StartedPayment) {
    if (payment.status === 'success') return finish()
    dialog.show(payment)
    showToast(UPI_READY_TOAST)
  }
  return { dialog, start, finish, leave }
}

type CheckoutFrameProps = {
  summary: ReactNode
  payment: ReturnType<typeof useCheckoutPayment>
  onSubmit: (event?: FormEvent) => Promise<unknown>
  isSubmitting: boolean
  isPricing: boolean
  /** Why the order cannot be placed. */
  notice: ReactNode
  children: ReactNode
}

export function CheckoutFrame(props: CheckoutFrameProps) {
  const { summary, payment, onSubmit, isSubmitting, isPricing, notice, children } = props
  const { dialog, finish, leave } = payment
  return (
    <div className="mt-8 grid items-start gap-8 lg:grid-cols-[1fr_400px] lg:gap-16">
      <div className="lg:sticky lg:top-8 lg:col-start-2 lg:row-start-1">{summary}</div>
      <form noValidate onSubmit={onSubmit} aria-label="Checkout" className="grid gap-9 lg:col-start-1 lg:row-start-1">
        {children}
        {notice}
        <PrivacyNote text="We use this to deliver your order and to write its invoice." />
        <div className="flex flex-wrap items-center gap-x-8 gap-y-4">
          <Button type="submit" pending={isSubmitting || isPricing} className="w-full sm:w-auto sm:min-w-64">
            {isSubmitting ? 'Processing...' : 'Pay with UPI'}
          </Button>
          <Link to="/cart" className={buttonClass({ variant: 'link' })}>
            Back to Cart
          </Link>
        </div>
      </form>
      {dialog.payment && (
        <Suspense>
          <UpiDialog
            key={dialog.payment.transactionId}
            payment={dialog.payment}
            isResumed={dialog.isResumed}
            onPaid={finish}
            onUtrSubmitted={leave}
            onClose={dialog.dismiss}
            onRestart={() => void onSubmit()}
          />
        </Suspense>
      )}
    </div>
  )
}
