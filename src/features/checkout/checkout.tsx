import { Link, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useWatch } from 'react-hook-form'
import type { User } from '#src/features/account/account.contract.ts'
import { forgetPaidCart } from '#src/features/cart/cart-order.ts'
import type { LiveLine } from '#src/features/cart/live-cart.rules.ts'
import { usePromotion } from '#src/features/cart/use-promotion.ts'
import { PrivacyNote } from '#src/features/settings/privacy-note.tsx'
import { notify } from '#src/platform/notify.ts'
import { Button, buttonClass } from '#src/ui/button.tsx'
import { chosenState } from './checkout.contract.ts'
import { UPI_READY } from './checkout.queries.ts'
import { ProblemNotice } from './checkout-problem.tsx'
import { CheckoutSummary } from './checkout-summary.tsx'
import { AddressSection, CustomerSection, NotesSection, PaymentSection } from './form-sections.tsx'
import { forgetNotes } from './kept-form.ts'
import { useCheckoutForm } from './use-checkout-form.ts'
import { useOpenPayment } from './use-open-payment.ts'
import { usePlaceOrder } from './use-place-order.ts'

const UpiDialog = lazy(() => import('./upi-dialog.tsx').then((module) => ({ default: module.UpiDialog })))

export function Checkout({ user, lines }: { user: User; lines: readonly LiveLine[] }) {
  const navigate = useNavigate()
  const form = useCheckoutForm(user)
  const [state, otherState, pincode] = useWatch({ control: form.control, name: ['state', 'otherState', 'pincode'] })
  const open = useOpenPayment(user.id, lines)
  const promotion = usePromotion(lines)
  const { place, isPlacing, problem } = usePlaceOrder({
    userId: user.id,
    lines,
    promotion,
    onStarted: (payment) => {
      if (payment.status === 'success') return finish()
      open.show(payment)
      notify(UPI_READY)
    },
  })
  // A form that no longer holds cannot be sent again from the dialog: it must be seen.
  const submit = form.handleSubmit((values) => place(values), open.dismiss)

  function finish() {
    notify({ title: 'Payment Successful!', description: 'Thank you. We begin to pack your order.' })
    leave()
  }
  /** The cart has become an order: what happens to it stands with the orders. */
  function leave() {
    forgetPaidCart()
    forgetNotes(user.id)
    void navigate({ to: '/orders' })
  }
  return (
    <div className="mt-8 grid items-start gap-8 lg:grid-cols-[1fr_400px] lg:gap-16">
      <div className="lg:sticky lg:top-8 lg:col-start-2 lg:row-start-1">
        <CheckoutSummary
          lines={lines}
          promotion={promotion}
          state={chosenState({ state, otherState })}
          pincode={pincode}
        />
      </div>
      <form noValidate onSubmit={submit} aria-label="Checkout" className="grid gap-9 lg:col-start-1 lg:row-start-1">
        <CustomerSection form={form} />
        <AddressSection form={form} />
        <PaymentSection form={form} />
        <NotesSection form={form} />
        {problem && <ProblemNotice problem={problem} lines={lines} />}
        <PrivacyNote text="We use this to deliver your order and to write its invoice." />
        <div className="flex flex-wrap items-center gap-x-8 gap-y-4">
          <Button type="submit" pending={isPlacing || promotion.isAsking} className="w-full sm:w-auto sm:min-w-64">
            {isPlacing ? 'Processing...' : 'Pay with UPI'}
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
            onTold={leave}
            onClose={open.dismiss}
            onRestart={() => void submit()}
          />
        </Suspense>
      )}
    </div>
  )
}
