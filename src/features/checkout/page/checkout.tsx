import { Link, Navigate } from '@tanstack/react-router'
import { lazy, Suspense, useDeferredValue, useEffect, useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { rupees } from '#src/core/money.ts'
import type { User } from '#src/features/auth/auth.contract.ts'
import { toCartItem } from '#src/features/cart/cart-store.ts'
import { selectUnpaidOrder, usePendingOrder } from '#src/features/cart/pending-order-store.ts'
import { type PricedCartLine, usePricedCart } from '#src/features/cart/priced-cart.ts'
import { type AppliedPromotion, usePromotion } from '#src/features/cart/quote/use-promotion.ts'
import { DeliveryFields } from '#src/features/checkout/delivery/delivery-fields.tsx'
import { type CheckoutDelivery, useDeliveryChoice } from '#src/features/checkout/delivery/use-delivery-choice.ts'
import { type CheckoutForm, toBuyer, toShippingAddress } from '#src/features/checkout/form/checkout.contract.ts'
import { ContactSections } from '#src/features/checkout/form/contact-sections.tsx'
import { NotesSection, PaymentSection } from '#src/features/checkout/form/form-sections.tsx'
import { type CheckoutFormMethods, useCheckoutForm } from '#src/features/checkout/form/use-checkout-form.ts'
import { toGiftOrder } from '#src/features/checkout/gift/gift-form.contract.ts'
import { usePlaceOfSupply } from '#src/features/checkout/gift/gift-totals.ts'
import { listProductIds } from '#src/features/orders/delivery/delivery.queries.ts'
import { calculateCartTotals } from '#src/features/pricing/totals/totals.ts'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { buttonClass } from '#src/ui/forms/button.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { CheckoutErrorNotice } from './checkout-error.tsx'
import { CheckoutFrame, useCheckoutPayment } from './checkout-frame.tsx'
import { CheckoutSummary } from './checkout-summary.tsx'
import { type SubmittedOrder, useSubmitOrder } from './submit-order.ts'

const GiftOptions = lazy(() =>
  import('#src/features/checkout/gift/gift-options.tsx').then((module) => ({ default: module.GiftOptions })),
)

const ParcelsCheckout = lazy(() =>
  import('#src/features/checkout/parcels/parcels-checkout.tsx').then((module) => ({
    default: module.ParcelsCheckout,
  })),
)

export function CartCheckout({ user }: { user: User }) {
  const lines = usePricedCart()
  const isEmpty = lines?.length === 0
  const wasPaying = useWasPaying(user.id, isEmpty)
  if (isEmpty) return wasPaying ? <Navigate to="/orders" /> : <NoItems />
  return (
    <>
      <h1 className="text-title">Checkout</h1>
      {lines ? <Checkout key={user.id} user={user} lines={lines} /> : <FormSkeleton />}
    </>
  )
}

/** Whether a payment was under way when the cart was emptied: another window may have noticed that it is paid. */
function useWasPaying(userId: string, isEmpty: boolean): boolean {
  const isPaying = usePendingOrder(selectUnpaidOrder(userId)) !== undefined
  const [wasPaying, setWasPaying] = useState(false)
  if (isPaying && !isEmpty && !wasPaying) setWasPaying(true)
  return wasPaying
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

/** The form keeps what was typed while it changes between one recipient and several. */
function Checkout({ user, lines }: { user: User; lines: readonly PricedCartLine[] }) {
  const form = useCheckoutForm(user)
  const isForSeveral = useDeferredValue(useWatch({ control: form.control, name: 'isForSeveral' }))
  const Shown = isForSeveral ? ParcelsCheckout : SingleCheckout
  const shown = useRef(isForSeveral)
  useEffect(() => {
    if (shown.current !== isForSeveral) form.setFocus('isForSeveral')
    shown.current = isForSeveral
  }, [form, isForSeveral])
  return (
    <Suspense fallback={<FormSkeleton />}>
      <Shown userId={user.id} form={form} lines={lines} />
    </Suspense>
  )
}

type CheckoutProps = { userId: string; form: CheckoutFormMethods; lines: readonly PricedCartLine[] }

function SingleCheckout({ userId, form, lines }: CheckoutProps) {
  const isGift = useWatch({ control: form.control, name: 'isGift' })
  const payment = useCheckoutPayment({ userId, lines })
  const promotion = usePromotion(lines)
  const order = usePendingOrder(selectUnpaidOrder(userId))
  const delivery = useDeliveryChoice(form, { order, products: listProductIds(lines.map(({ productId }) => productId)) })
  const { submitForm, isSubmitting, problem } = useSubmitOrder({
    userId,
    lines,
    toSubmitted: (values) => toSubmitted(values, { lines, promotion, delivery }),
    onStarted: payment.start,
    onRefused: ({ reason, message }) => reason === 'date' && delivery.refuse(message),
  })
  return (
    <CheckoutFrame
      summary={
        <CheckoutSummary lines={lines} promotion={promotion} state={usePlaceOfSupply(form)} delivery={delivery} />
      }
      payment={payment}
      // A form that is no longer valid must be shown before it is sent again.
      onSubmit={form.handleSubmit((values) => delivery.check() && submitForm(values), payment.dialog.dismiss)}
      isSubmitting={isSubmitting}
      isPricing={promotion.isChecking}
      notice={problem && <CheckoutErrorNotice problem={problem} lines={lines} />}
    >
      <ContactSections form={form} canBeForSeveral />
      {isGift && (
        <Suspense fallback={<Skeleton className="h-64" />}>
          <GiftOptions form={form} />
        </Suspense>
      )}
      <DeliveryFields delivery={delivery} subtotal={calculateCartTotals(lines).subtotal} />
      <PaymentSection form={form} />
      <NotesSection form={form} />
    </CheckoutFrame>
  )
}

type Priced = {
  lines: readonly PricedCartLine[]
  promotion: AppliedPromotion
  delivery: Pick<CheckoutDelivery, 'charged' | 'ordered' | 'shown'>
}

function toSubmitted(form: CheckoutForm, { lines, promotion, delivery }: Priced): SubmittedOrder {
  const content = {
    amount: rupees(calculateCartTotals(lines, promotion.discount, delivery.charged).total),
    ...toBuyer(form),
    items: lines.map(toCartItem),
    shippingAddress: toShippingAddress(form),
    ...delivery.ordered,
    ...toGiftOrder(form),
    // An invalid code is left out; the summary shows the price without it.
    ...(promotion.result?.ok && { promoCode: promotion.result.code }),
  }
  return { content, shown: delivery.shown }
}
