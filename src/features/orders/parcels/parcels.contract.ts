import { z } from 'zod'
import { HEAT_CHOICES } from '#src/core/delivery/delivery-rules.ts'
import {
  ExpectedDelivery,
  Gift,
  Gstin,
  OrderReference,
  refuseWrongCard,
  ShippingAddress,
  ShownPromise,
} from '#src/features/orders/order-form.contract.ts'
import { CartItem, PromoCodeInput, PromoResult } from '#src/features/pricing/totals/priced-items.contract.ts'

export const MIN_PARCELS = 2
export const MAX_PARCELS = 200

/** One recipient of an order that is sent to several people, paid once. Every parcel is a gift and goes by courier. */
export const GiftParcel = z
  .strictObject({
    shippingAddress: ShippingAddress,
    gift: Gift,
    /** The items of the order if missing. */
    items: z.array(CartItem).min(1).max(100).optional(),
    /** As soon as possible if missing. */
    deliverOn: z.iso.date('Please choose a day.').optional(),
    ...ShownPromise.shape,
  })
  .superRefine(refuseWrongCard)
export type GiftParcel = z.infer<typeof GiftParcel>

type Addressed = Pick<GiftParcel, 'shippingAddress'> & { gift: { recipientPhone: string } | null }

/** Finds parcels with the same recipient, phone and address as an earlier one, as pairs of indexes. */
export function findRepeatedParcels(parcels: readonly Addressed[]): { index: number; first: number }[] {
  const seen = new Map<string, number>()
  return parcels.flatMap((parcel, index) => {
    const key = identifyRecipient(parcel)
    const first = seen.get(key)
    if (first === undefined) seen.set(key, index)
    return first === undefined ? [] : [{ index, first }]
  })
}

/** The same for the same recipient, phone and address, however they are spelled; no two parcels of an order share it. */
export function identifyRecipient({ shippingAddress: to, gift }: Addressed): string {
  const { firstName, lastName, address, pincode } = to
  const words =
    [firstName, lastName, address, pincode]
      .join(' ')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  return [gift?.recipientPhone, ...words].join(' ')
}

export const Parcels = z
  .array(GiftParcel)
  .min(MIN_PARCELS, 'Please add at least two people.')
  .max(MAX_PARCELS, `One order can go to at most ${MAX_PARCELS} people.`)
  .superRefine((parcels, context) => {
    for (const { index, first } of findRepeatedParcels(parcels))
      context.addIssue({ code: 'custom', path: [index], message: `This is the same person as number ${first + 1}.` })
  })

/** The request for the prices of several parcels. */
export const ParcelsQuestion = z.strictObject({
  parcels: Parcels,
  items: z.array(CartItem).min(1).max(100),
  /** One choice for every parcel for which it is too hot. */
  heat: z.enum(HEAT_CHOICES).optional(),
  promoCode: PromoCodeInput.optional(),
  buyerGstin: Gstin.optional(),
  /** The customer's own unpaid order, whose places do not count. */
  replaces: OrderReference.optional(),
})
export type ParcelsQuestion = z.infer<typeof ParcelsQuestion>

/** Amounts are rupees. */
const ParcelAmounts = z.object({
  subtotal: z.number(),
  shipping: z.number(),
  coolPack: z.number(),
  giftWrap: z.number(),
  discount: z.number(),
  total: z.number(),
})

/** One parcel, in the order of the question. `problem` says in words why it cannot be sent as it is. */
const PricedParcel = ParcelAmounts.extend({
  problem: z.string().nullable(),
  /** Null if there is a problem. */
  shipOn: z.iso.date().nullable(),
  /** Null if delivery is by arrangement. */
  expectedDelivery: ExpectedDelivery.nullable(),
  /** Set if it is too hot on the way: what the customer can choose. */
  heat: z.object({ text: z.string(), choices: z.array(z.enum(HEAT_CHOICES)) }).nullable(),
})
export type PricedParcel = z.infer<typeof PricedParcel>

/** `problems` concern the whole order: too little stock, too many pieces, the limit of UPI payments. */
export const PricedParcels = ParcelAmounts.extend({
  parcels: z.array(PricedParcel),
  problems: z.array(z.string()),
  /** Null without a code. One that is not valid is left out of the prices. */
  promo: PromoResult.nullable(),
})
export type PricedParcels = z.infer<typeof PricedParcels>
