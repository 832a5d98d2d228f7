import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { selectUnpaidOrder, usePendingOrder } from '#src/features/cart/pending-order-store.ts'
import type { PricedCartLine } from '#src/features/cart/priced-cart.ts'
import { usePromoCode } from '#src/features/cart/quote/promo-code-store.ts'
import { ContactSections } from '#src/features/checkout/form/contact-sections.tsx'
import { NotesSection, PaymentSection } from '#src/features/checkout/form/form-sections.tsx'
import type { CheckoutFormMethods } from '#src/features/checkout/form/use-checkout-form.ts'
import { CheckoutFrame, useCheckoutPayment } from '#src/features/checkout/page/checkout-frame.tsx'
import { useSubmitOrder } from '#src/features/checkout/page/submit-order.ts'
import { findCardFaults } from '#src/features/checkout/people/people.ts'
import { type OpenDialog, PeopleSection } from '#src/features/checkout/people/people-section.tsx'
import { usePeople } from '#src/features/checkout/people/use-people.ts'
import type { PricedParcels } from '#src/features/orders/parcels/parcels.contract.ts'
import { parcelsKey } from '#src/features/orders/parcels/parcels.queries.ts'
import { OrderNotice, type OrderRefusal } from './order-notice.tsx'
import { ParcelsDelivery } from './parcels-delivery.tsx'
import { ParcelsGift } from './parcels-gift.tsx'
import { findOrderProblem, toQuestion, toSubmitted } from './parcels-order.ts'
import { ParcelsSummary } from './parcels-summary.tsx'
import { useParcelsPrice } from './use-parcels-price.ts'

const PeopleDialogs = lazy(() =>
  import('#src/features/checkout/people/people-dialogs.tsx').then((module) => ({ default: module.PeopleDialogs })),
)

type ParcelsCheckoutProps = { userId: string; form: CheckoutFormMethods; lines: readonly PricedCartLine[] }

/** The checkout of an order that goes to several people and is paid once. */
export function ParcelsCheckout({ userId, form, lines }: ParcelsCheckoutProps) {
  const list = usePeople(userId)
  const { people } = list
  const promoCode = usePromoCode((state) => state.code)
  const wish = useWish(form)
  const replaces = usePendingOrder(selectUnpaidOrder(userId))
  const question = useMemo(
    () => toQuestion(people, wish, { cart: lines, promoCode, replaces }),
    [people, wish, lines, promoCode, replaces],
  )
  const price = useParcelsPrice(question, people)
  const payment = useCheckoutPayment({ userId, lines })
  const { submitForm, isSubmitting, refusal, refuse } = useSubmitParcels({
    ...{ userId, people, lines, payment },
    priced: price.current,
  })
  const submit = form.handleSubmit((values) => {
    const cardFaults = findCardFaults(people, values.cardMessage)
    const problem = findOrderProblem({ people, cardFaults, priced: price.current, wish })
    if (problem === undefined) submitForm(values)
    else refuse(problem)
  }, payment.dialog.dismiss)
  const priced = price.answer?.priced
  const [dialog, setDialog] = useState<OpenDialog>()
  const frame = (
    <CheckoutFrame
      summary={<ParcelsSummary people={people} cart={lines} price={price} />}
      payment={payment}
      onSubmit={submit}
      isSubmitting={isSubmitting}
      isPricing={question !== undefined && !price.current && !price.error}
      notice={<OrderNotice refusal={refusal} priced={priced} />}
    >
      <ContactSections form={form} canBeForSeveral />
      <PeopleSection
        {...{ form, list }}
        onOpen={setDialog}
        cart={lines}
        parcels={price.answer?.byPerson}
        isHeatOpen={wish.heat === ''}
      />
      <ParcelsGift form={form} people={people} />
      <ParcelsDelivery form={form} parcels={priced?.parcels ?? []} />
      <PaymentSection form={form} />
      <NotesSection form={form} />
    </CheckoutFrame>
  )
  // Not in the frame: React tells its form of what is submitted in a dialog.
  return (
    <>
      {frame}
      {dialog && (
        <Suspense>
          <PeopleDialogs dialog={dialog} list={list} cart={lines} onClose={() => setDialog(undefined)} />
        </Suspense>
      )}
    </>
  )
}

function useWish({ control }: CheckoutFormMethods) {
  const names = ['when', 'deliverOn', 'heat', 'hasWrap', 'isCompany', 'buyerGstin'] as const
  const [when, deliverOn, heat, hasWrap, isCompany, buyerGstin] = useWatch({ control, name: names })
  return useMemo(
    () => ({ when, deliverOn, heat, hasWrap, buyerGstin: isCompany ? buyerGstin : '' }),
    [when, deliverOn, heat, hasWrap, isCompany, buyerGstin],
  )
}

type SubmitInput = Omit<Parameters<typeof toSubmitted>[1], 'cart' | 'priced'> & {
  userId: string
  lines: readonly PricedCartLine[]
  priced: PricedParcels | undefined
  payment: ReturnType<typeof useCheckoutPayment>
}

/** A refusal stays readable, and the prices are asked for again. */
function useSubmitParcels({ userId, lines, priced, payment, ...order }: SubmitInput) {
  const queryClient = useQueryClient()
  const [refusal, setRefusal] = useState<OrderRefusal | null>(null)
  const { submitForm, isSubmitting } = useSubmitOrder({
    userId,
    lines,
    toSubmitted: (form) => {
      if (!priced) throw new Error('The order has no price yet')
      return toSubmitted(form, { ...order, cart: lines, priced })
    },
    onStarted: (started) => {
      setRefusal(null)
      payment.start(started)
    },
    onRefused: ({ reason, message }) => {
      setRefusal({ message, promoCode: reason === 'promo' ? priced?.promo?.code : undefined })
      void queryClient.invalidateQueries({ queryKey: parcelsKey })
    },
  })
  return { submitForm, isSubmitting, refusal, refuse: (message: string) => setRefusal({ message }) }
}
