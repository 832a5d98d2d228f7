import { describe, expect, it } from 'vitest'
import { CheckoutForm, type CheckoutInput } from '#src/features/checkout/form/checkout.contract.ts'
import { NO_COMPANY, NO_GIFT, rulesOf } from '#src/features/checkout/gift/gift-form.contract.ts'
import { findCardFaults, type Person } from '#src/features/checkout/people/people.ts'
import {
  ParcelsQuestion,
  type PricedParcel,
  type PricedParcels,
} from '#src/features/orders/parcels/parcels.contract.ts'
import { InitiatePayment } from '#src/features/payments/payments.contract.ts'
import {
  findAffordable,
  findOrderProblem,
  nameShipping,
  toHeatQuestion,
  toQuestion,
  toSubmitted,
} from './parcels-order.ts'

const CART = [
  { productId: 1, quantity: 2, productName: 'Dark Bar', price: 450, imageUrl: '' },
  { productId: 7, quantity: 1, productName: 'Truffle Box', price: 1200, imageUrl: '' },
]

const person = (firstName: string, own: Partial<Person> = {}): Person => ({
  id: firstName,
  shippingAddress: {
    ...{ firstName, lastName: 'Iyer', address: '12 Lake View Road', city: 'Chennai' },
    ...{ state: 'Tamil Nadu', pincode: '600028' },
  },
  phone: '+919876543210',
  cardText: '',
  ...own,
})
const [MEERA, RAVI] = [person('Meera'), person('Ravi')]

const TYPED: CheckoutInput = {
  ...{ firstName: 'Asha', lastName: 'Rao', email: 'asha@shopper.example', phone: '98765 43210' },
  ...{ address: '7 FC Road', city: 'Hyderabad', state: 'Telangana', otherState: '', pincode: '500034' },
  ...{ landmark: '', confirmedPlace: '', addressId: '', saveAddress: true, notes: '', paymentMethod: 'upi' },
  onWhatsApp: false,
  ...{ deliveryMethod: 'courier', when: 'soonest', deliverOn: '', heat: '' },
  ...NO_GIFT,
  ...NO_COMPANY,
  isForSeveral: true,
}
const parse = (typed: Partial<CheckoutInput> = {}) => {
  const input = { ...TYPED, ...typed }
  return CheckoutForm.safeExtend(rulesOf(input)).parse(input)
}

const parcel = (change: Partial<PricedParcel> = {}): PricedParcel => ({
  ...{ subtotal: 2100, shipping: 0, coolPack: 0, giftWrap: 0, discount: 0, total: 2100 },
  ...{ problem: null, shipOn: '2026-11-26', expectedDelivery: null, heat: null },
  ...change,
})
const priced = (parcels: PricedParcel[], problems: string[] = []): PricedParcels => ({
  ...{ subtotal: 4200, shipping: 0, coolPack: 0, giftWrap: 0, discount: 0, total: 4200 },
  parcels,
  problems,
  promo: null,
})

describe('the price of an order to several people', () => {
  const context = { cart: CART, promoCode: null, replaces: undefined }

  it('is not asked for before there are two', () => {
    expect(toQuestion([MEERA], TYPED, context)).toBeUndefined()
  })

  it('follows what each of them gets and when', () => {
    const people = [MEERA, person('Ravi', { items: [{ productId: 7, quantity: 3 }], deliverOn: '2026-12-01' })]
    const wish = { ...TYPED, when: 'day', deliverOn: '2026-12-05', heat: 'wait', hasWrap: true } as const
    const question = toQuestion(people, wish, { cart: CART, promoCode: 'DIWALI', replaces: 'ORD_1764115200000_abc' })
    expect(ParcelsQuestion.parse(question)).toMatchObject({
      parcels: [
        { gift: { recipientPhone: '+919876543210', hasWrap: true }, deliverOn: '2026-12-05' },
        { items: [{ productId: 7, quantity: 3 }], deliverOn: '2026-12-01' },
      ],
      items: [
        { productId: 1, quantity: 2 },
        { productId: 7, quantity: 1 },
      ],
      ...{ heat: 'wait', promoCode: 'DIWALI', replaces: 'ORD_1764115200000_abc' },
    })
    expect(question?.parcels[0]).not.toHaveProperty('items')
  })

  it('does not change with the words on the cards, or with half a GSTIN', () => {
    const typed = { ...TYPED, cardMessage: 'Dear {name}', cardFrom: 'Asha', buyerGstin: '36AA' }
    expect(toQuestion([MEERA, RAVI], typed, context)).toEqual(toQuestion([MEERA, RAVI], TYPED, context))
  })

  it('does not count a product that has left the cart', () => {
    const own = person('Ravi', { items: [{ productId: 99, quantity: 1 }] })
    expect(toQuestion([MEERA, own], TYPED, context)?.parcels[1]).not.toHaveProperty('items')
  })
})

it('the order has a parcel and a card for each person, and the address of the buyer', () => {
  const form = parse({ cardMessage: 'Dear {name}', cardFrom: 'Asha', notify: 'named', hasWrap: true, heat: 'wait' })
  const people = [MEERA, person('Ravi', { cardText: 'Thanks, {name}!' })]
  const parcels = [parcel(), parcel({ expectedDelivery: { from: '2026-11-28', to: '2026-12-01' } })]
  const answer = { ...priced(parcels), promo: { code: 'DIWALI', ok: true } }
  const { content, shown } = toSubmitted(form, { people, cart: CART, priced: answer })
  const order = InitiatePayment.parse({ ...content, ...shown, orderId: 'ORD_1764115200000_abc', saveAddress: true })
  expect(order).toMatchObject({
    ...{ amount: 4200, customerName: 'Asha Rao', promoCode: 'DIWALI', heat: 'wait' },
    shippingAddress: { firstName: 'Asha', pincode: '500034' },
    parcels: [
      { gift: { message: 'Dear Meera', from: 'Asha', hasWrap: true, notify: 'named' } },
      { gift: { message: 'Thanks, Ravi!' }, shipOn: '2026-11-26', deliverTo: '2026-12-01' },
    ],
  })
  expect(content.parcels?.[1]).not.toHaveProperty('shipOn')
  expect([order.gift, order.deliverOn]).toEqual([undefined, undefined])
})

it('a promo code that is not valid stays out of the order, and does not stop it', () => {
  const answer = { ...priced([parcel(), parcel()]), promo: { code: 'OLD', ok: false, message: 'OLD has ended.' } }
  const people = [MEERA, RAVI]
  expect(toSubmitted(parse(), { people, cart: CART, priced: answer }).content).not.toHaveProperty('promoCode')
  expect(findOrderProblem({ people, cardFaults: new Map(), priced: answer, wish: TYPED })).toBeUndefined()
})

it('a card that cannot be printed is found by its person', () => {
  const people = [MEERA, person('மீரா'), person('Zoé', { cardText: 'Hi 🎆' }), person('Ravi', { cardText: '{company}' })]
  expect(findCardFaults(people, 'Dear {name}')).toEqual(
    new Map([
      ['மீரா', 'Card: The card cannot print "மீ", "ரா".'],
      ['Zoé', 'Card: The card cannot print "🎆".'],
      ['Ravi', 'Card: The card fills in {name} only, not {company}.'],
    ]),
  )
})

describe('the order cannot be placed', () => {
  const problemOf = (change: Partial<Parameters<typeof findOrderProblem>[0]> = {}) =>
    findOrderProblem({
      people: [MEERA, RAVI],
      cardFaults: new Map(),
      priced: priced([parcel(), parcel()]),
      wish: TYPED,
      ...change,
    })
  const heat = { text: '', choices: ['wait' as const] }

  it('unless all is right', () => {
    expect(problemOf()).toBeUndefined()
  })

  it.each([
    ['to one person', { people: [MEERA] }, 'Please add at least two people.'],
    [
      'on a day that is not chosen',
      { wish: { ...TYPED, when: 'day' as const } },
      'Please choose a day, or as soon as possible.',
    ],
    ['before its price is known', { priced: undefined }, 'The price is not known yet. Please try again in a moment.'],
    [
      'in heat without a choice',
      { priced: priced([parcel(), parcel({ problem: 'Too hot.', heat })]) },
      'Please choose how we send your chocolate in this heat.',
    ],
    [
      'with a person whose card cannot be printed',
      { cardFaults: new Map([['Meera', 'Card: too long']]) },
      'One person needs a change, see above.',
    ],
    [
      'with people to whom we cannot send',
      { priced: priced([parcel({ problem: 'No PIN.' }), parcel({ problem: 'No PIN.' })]) },
      '2 people need a change, see above.',
    ],
    ['beyond the limit of UPI', { priced: priced([parcel(), parcel()], ['Too much.']) }, 'Too much.'],
  ])('%s', (_, change, problem) => {
    expect(problemOf(change)).toBe(problem)
  })
})

it('heat leaves the choices that any parcel has', () => {
  const hot = (...choices: ('cool-pack' | 'wait')[]) => parcel({ heat: { text: '', choices } })
  expect(toHeatQuestion([parcel(), hot('wait'), hot('cool-pack', 'wait')])).toEqual({
    count: 2,
    choices: ['wait', 'cool-pack'],
  })
})

it('shipping is named with its parcels, and with what each costs if that is the same', () => {
  const [near, far, free] = [parcel({ shipping: 150 }), parcel({ shipping: 250 }), parcel()]
  const unsent = parcel({ problem: 'No PIN.' })
  expect(
    [
      [near, near, unsent],
      [near, far],
      [free, free],
    ].map((parcels) => nameShipping(priced(parcels))),
  ).toEqual(['Shipping, 2 parcels at ₹150 each', 'Shipping, 2 parcels', 'Shipping, 2 parcels'])
})

it('above one lakh rupees the first people whom one payment covers are counted', () => {
  expect(findAffordable(priced([parcel({ total: 60_000 }), parcel({ total: 40_000 }), parcel({ total: 1 })]))).toBe(2)
})
