import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { formatDay } from '#src/core/dates.ts'
import { type DeliveryWindow, formatDeliveryWindow, parsePincode } from '#src/core/delivery/delivery-window.ts'
import { pickupHours } from '#src/core/delivery/dispatch-days.ts'
import { formatOpenHours } from '#src/core/delivery/studio-hours.ts'
import type { DeliveryWish } from '#src/features/checkout/form/checkout.contract.ts'
import type { CheckoutFormMethods } from '#src/features/checkout/form/use-checkout-form.ts'
import { useGiftWrap } from '#src/features/checkout/gift/gift-totals.ts'
import type { Delivery, DeliveryOffer, DeliveryQuestion } from '#src/features/orders/delivery/delivery.contract.ts'
import { deliveryKey, deliveryQuery } from '#src/features/orders/delivery/delivery.queries.ts'
import type { OrderForm, ShownPromise } from '#src/features/orders/order-form.contract.ts'
import type { ChargedDelivery } from '#src/features/pricing/totals/totals.ts'
import { usePromises, usePublicSettings, useShippingRule } from '#src/features/settings/settings.queries.ts'
import { minutesOf, toStudioHours } from '#src/features/settings/settings-rules.ts'
import { type DeliveryChoice, resolveDelivery, toOrderedDelivery } from './delivery-choice.ts'

export type CheckoutDelivery = {
  pincode: string
  wish: DeliveryWish
  change: (wish: Partial<DeliveryWish>) => void
  /** Undefined until the shop has answered for this PIN code. */
  answer: Delivery | undefined
  hasFailed: boolean
  choice: DeliveryChoice | undefined
  charged: ChargedDelivery
  /** The promise that the customer sees. */
  shown: ShownPromise
  text: string
  ordered: Pick<OrderForm, 'deliveryMethod' | 'deliverOn' | 'heat'>
  /** A new object for each refusal, so that each one gets the focus. */
  refusal: { message: string } | null
  /** Shows at the section why the order cannot be placed, and reads what is possible now. */
  refuse: (message: string) => void
  /** Returns whether the order can be placed like this; if not, shows why. */
  check: () => boolean
}

/** The delivery that the customer chooses. `question` says what is sent: products, or a custom chocolate. */
export function useDeliveryChoice(
  form: CheckoutFormMethods,
  question: Omit<DeliveryQuestion, 'pincode' | 'heat'>,
): CheckoutDelivery {
  const queryClient = useQueryClient()
  const [pincode, deliveryMethod, when, deliverOn, heat] = useWatch({
    control: form.control,
    name: ['pincode', 'deliveryMethod', 'when', 'deliverOn', 'heat'],
  })
  const wish = { deliveryMethod, when, deliverOn, heat }
  const { answer, hasFailed } = useAnswer({ ...question, pincode, heat: heat || undefined })
  const choice = answer && resolveDelivery(wish, answer)
  const [refusal, setRefusal] = useState<{ message: string; pincode: string } | null>(null)
  const shipping = useShippingRule()
  const giftWrap = useGiftWrap(form)

  function refuse(message: string) {
    setRefusal({ message, pincode })
    void queryClient.invalidateQueries({ queryKey: deliveryKey })
  }
  function check(): boolean {
    const problem = choice?.unavailable ?? choice?.missing
    if (problem) setRefusal({ message: problem, pincode })
    return problem === undefined
  }
  function change(wished: Partial<DeliveryWish>) {
    setRefusal(null)
    for (const [name, value] of Object.entries(wished)) form.setValue(name as keyof DeliveryWish, value)
  }
  return {
    ...{ pincode, wish, change, answer, hasFailed, choice, refuse, check },
    refusal: refusal?.pincode === pincode ? refusal : null,
    charged: { ...(choice?.charged ?? shipping), giftWrap },
    shown: choice?.window
      ? { shipOn: choice.window.shipOn, deliverTo: choice.window.to }
      : { shipOn: choice?.missing ? undefined : answer?.shipOn },
    text: useExpectedText({ answer, choice, isCrafted: question.readyOn !== undefined }),
    ordered: toOrderedDelivery(wish, choice),
  }
}

function useAnswer(question: DeliveryQuestion) {
  const place = `pincode=${parsePincode(question.pincode)}&`
  const { data, isError } = useQuery({
    ...deliveryQuery(question),
    // Another choice about heat asks again; what is shown stays until then.
    placeholderData: (before, query) => (`${query?.queryKey.at(-1)}&`.startsWith(place) ? before : undefined),
  })
  return { answer: data, hasFailed: isError }
}

type Expectation = { answer: Delivery | undefined; choice: DeliveryChoice | undefined; isCrafted: boolean }

function useExpectedText({ answer, choice, isCrafted }: Expectation): string {
  const { delivery } = usePromises()
  const formatArrival = useArrivalFormat()
  if (answer?.kind === 'not-served' && answer.offers.length === 0) return answer.text
  if (choice?.missing) return choice.missing
  if (choice?.window && choice.offer) return formatArrival(choice.offer, choice.window, 'Expected delivery')
  if (choice?.unavailable) return 'Please choose how and when you want to get your order.'
  if (answer && answer.kind !== 'days') return answer.text
  return isCrafted ? 'Your PIN code decides when it arrives.' : `Expected delivery in ${delivery}`
}

/** 'Arrives on Thu, 26 Nov', or 'Ready on Sun, 29 Nov, 11:00 AM-4:00 PM' at the studio. */
export function useArrivalFormat() {
  const studio = toStudioHours(usePublicSettings().hours)
  return ({ method, readyFrom = '' }: DeliveryOffer, { shipOn, from, to }: DeliveryWindow, prefix = 'Arrives') => {
    if (method !== 'pickup') return `${prefix} ${formatDeliveryWindow({ from, to })}`
    const hours = pickupHours(to, shipOn, { studio, pickup: { readyFrom: minutesOf(readyFrom) } })
    return `Ready on ${[formatDay(to), hours && formatOpenHours(hours)].filter(Boolean).join(', ')}`
  }
}
