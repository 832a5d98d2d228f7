import { formatPrice, paiseFromRupees } from '#src/core/money.ts'
import { MAX_ORDER_TOTAL } from '#src/core/shop-policy.ts'
import { counted } from '#src/core/words.ts'
import { toCartItem } from '#src/features/cart/cart-store.ts'
import {
  type CheckoutForm,
  type CheckoutInput,
  toBuyer,
  toShippingAddress,
} from '#src/features/checkout/form/checkout.contract.ts'
import { toGift, toGiftOrder } from '#src/features/checkout/gift/gift-form.contract.ts'
import type { SubmittedOrder } from '#src/features/checkout/page/submit-order.ts'
import { toOwnItems } from '#src/features/checkout/people/own-items.ts'
import type { Person } from '#src/features/checkout/people/people.ts'
import { fillCardText } from '#src/features/orders/gift/card-name.ts'
import { OrderForm, type ShownPromise } from '#src/features/orders/order-form.contract.ts'
import {
  MIN_PARCELS,
  type ParcelsQuestion,
  type PricedParcel,
  type PricedParcels,
} from '#src/features/orders/parcels/parcels.contract.ts'
import type { CartItem } from '#src/features/pricing/totals/priced-items.contract.ts'

type Wish = Pick<CheckoutInput, 'when' | 'deliverOn' | 'heat' | 'hasWrap' | 'buyerGstin'>

/** The items and the day of one person: their own, or those of the whole order. */
function toOwnWishes(person: Person, wish: Pick<Wish, 'when' | 'deliverOn'>, cart: readonly CartItem[]) {
  const items = toOwnItems(person, cart)
  const deliverOn = person.deliverOn ?? (wish.when === 'day' ? wish.deliverOn : '')
  return { ...(items && { items }), ...(deliverOn !== '' && { deliverOn }) }
}

type Context = { cart: readonly CartItem[]; promoCode: string | null; replaces: string | undefined }

/** The request for the prices, without card texts. Undefined for fewer than two people. */
export function toQuestion(people: readonly Person[], wish: Wish, context: Context): ParcelsQuestion | undefined {
  if (people.length < MIN_PARCELS) return undefined
  const { cart, promoCode, replaces } = context
  const { hasWrap, heat } = wish
  const buyerGstin = OrderForm.shape.buyerGstin.safeParse(wish.buyerGstin).data
  return {
    parcels: people.map((person) => ({
      shippingAddress: person.shippingAddress,
      gift: { recipientPhone: person.phone, message: '', from: '', hasWrap, notify: 'none' },
      ...toOwnWishes(person, wish, cart),
    })),
    items: cart.map(toCartItem),
    ...(heat !== '' && { heat }),
    ...(promoCode !== null && { promoCode }),
    ...(buyerGstin && { buyerGstin }),
    ...(replaces !== undefined && { replaces }),
  }
}

type Ordered = {
  people: readonly Person[]
  cart: readonly CartItem[]
  priced: PricedParcels
}

export function toSubmitted(form: CheckoutForm, { people, cart, priced }: Ordered): SubmittedOrder {
  const { cardMessage, heat } = form
  const parcels = people.map((person) => {
    const { shippingAddress, phone, cardText } = person
    const message = fillCardText(cardText || cardMessage, shippingAddress.firstName)
    const gift = toGift(form, { recipientPhone: phone, message })
    return { shippingAddress, gift, ...toOwnWishes(person, form, cart) }
  })
  const content = {
    ...toBuyer(form),
    ...toGiftOrder(form),
    amount: priced.total,
    items: cart.map(toCartItem),
    shippingAddress: toShippingAddress(form),
    parcels,
    ...(heat !== '' && { heat }),
    // An invalid code is left out; the summary shows the price without it.
    ...(priced.promo?.ok && { promoCode: priced.promo.code }),
  }
  return { content, shown: { parcels: parcels.map((parcel, nth) => ({ ...parcel, ...shownOf(priced.parcels[nth]) })) } }
}

function shownOf(parcel: PricedParcel | undefined): ShownPromise {
  const { shipOn, expectedDelivery } = parcel ?? {}
  return { ...(shipOn && { shipOn }), ...(expectedDelivery && { deliverTo: expectedDelivery.to }) }
}

type Checked = {
  people: readonly Person[]
  cardFaults: ReadonlyMap<string, string>
  priced: PricedParcels | undefined
  wish: Wish
}

/** Why the order cannot be placed; undefined if it can. */
export function findOrderProblem({ people, cardFaults, priced, wish }: Checked): string | undefined {
  if (people.length < MIN_PARCELS) return 'Please add at least two people.'
  if (wish.when === 'day' && wish.deliverOn === '') return 'Please choose a day, or as soon as possible.'
  if (!priced) return 'The price is not known yet. Please try again in a moment.'
  if (needsHeatChoice(priced, wish.heat)) return 'Please choose how we send your chocolate in this heat.'
  const wrong = people.filter(({ id }, nth) => cardFaults.has(id) || priced.parcels[nth]?.problem).length
  if (wrong > 0)
    return wrong === 1 ? 'One person needs a change, see above.' : `${wrong} people need a change, see above.`
  return priced.problems[0]
}

const needsHeatChoice = ({ parcels }: PricedParcels, heat: Wish['heat']) =>
  heat === '' && parcels.some((parcel) => parcel.heat !== null && parcel.heat.choices.length > 0)

/** The choices that heat leaves for any of the parcels, and for how many it is too hot. */
export function toHeatQuestion(parcels: readonly PricedParcel[]) {
  const heats = parcels.flatMap(({ heat }) => heat ?? [])
  return { count: heats.length, choices: [...new Set(heats.flatMap(({ choices }) => choices))] }
}

/** Shipping, 45 parcels at ₹150 each. The price is left out if parcels differ. */
export function nameShipping({ parcels }: PricedParcels): string {
  const sent = parcels.filter(({ problem }) => problem === null)
  const fee = sent[0]?.shipping ?? 0
  const isSame = fee > 0 && sent.every(({ shipping }) => shipping === fee)
  return `Shipping, ${counted(sent.length, 'parcel')}${isSame ? ` at ${formatPrice(fee)} each` : ''}`
}

export const isAboveLimit = ({ total }: PricedParcels) => paiseFromRupees(total) > MAX_ORDER_TOTAL

/** How many of the first people come to no more than one UPI payment. */
export function findAffordable({ parcels }: PricedParcels): number {
  const ends = parcels.map((_, nth) =>
    parcels.slice(0, nth + 1).reduce((sum, { total }) => sum + paiseFromRupees(total), 0),
  )
  return ends.filter((sum) => sum <= MAX_ORDER_TOTAL).length
}
