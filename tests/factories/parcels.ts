import type { GiftParcel } from '#src/features/orders/parcels/parcels.contract.ts'
import { quoteParcels } from '#src/features/orders/parcels/quote-parcels.server.ts'
import { initiatePayment } from '#src/features/payments/initiate-payment.server.ts'
import type { InitiatePayment, StartedPayment } from '#src/features/payments/payments.contract.ts'
import type { ProductRow } from './catalog.ts'
import { GIFT } from './gifts.ts'
import { createCheckout, type TestCustomer, type TestPaymentContext } from './payments/payments.ts'

const PLACES = [
  { city: 'Pune', state: 'Maharashtra', pincode: '411004' },
  { city: 'Hyderabad', state: 'Telangana', pincode: '500034' },
  { city: 'Bengaluru', state: 'Karnataka', pincode: '560034' },
] as const

/** Recipients with an address and a telephone of their own, in three states. */
export function createParcels(count: number, change: (nth: number) => Partial<GiftParcel> = () => ({})): GiftParcel[] {
  return Array.from({ length: count }, (_, nth) => ({
    shippingAddress: {
      ...{ firstName: 'Ravi', lastName: `Kumar ${letters(nth)}`, address: `${nth + 1} FC Road` },
      ...(PLACES[nth % PLACES.length] ?? PLACES[0]),
    },
    gift: { ...GIFT, recipientPhone: `+9198765${String(nth).padStart(5, '0')}`, message: `Dear Ravi ${letters(nth)}` },
    ...change(nth),
  }))
}

/** Names have no digits. */
const letters = (nth: number) => String.fromCharCode(65 + Math.floor(nth / 26)) + String.fromCharCode(65 + (nth % 26))

type Wanted = {
  customer: TestCustomer
  product: ProductRow
  parcels: GiftParcel[]
  checkout?: Partial<InitiatePayment>
}

/** Prices an order to several people as the checkout does, and starts its payment with that total. */
export async function startParcels(
  context: TestPaymentContext,
  { customer, product, parcels, checkout = {} }: Wanted,
): Promise<StartedPayment> {
  const order = { ...createCheckout(product), ...checkout, parcels }
  const { items, heat, promoCode } = order
  const question = { parcels, items, heat, promoCode }
  const { total } = await quoteParcels(context.db, { question, userId: customer.id, now: context.now() })
  return initiatePayment(context, customer.id, { ...order, amount: checkout.amount ?? total })
}
