import { z } from 'zod'
import { DELIVERY_METHODS, HEAT_CHOICES } from '#src/core/delivery/delivery-rules.ts'
import { MAX_CRAFTING_MINUTES } from '#src/core/delivery/dispatch-days.ts'
import { MELT_CLASSES } from '#src/core/delivery/heat.ts'
import { ClockTime, coerceNumber, PlannedDay } from '#src/core/validation/fields.ts'
import { OrderReference, Pincode } from '#src/features/orders/order-form.contract.ts'

/** A PIN code and what is sent: products, or a custom chocolate with its work. */
export const DeliveryQuestion = z.object({
  pincode: Pincode,
  /** Ids with commas; they decide what heat asks. */
  products: z
    .string()
    .regex(/^\d{1,9}(,\d{1,9}){0,99}$/, 'Please name products by id, with commas.')
    .optional(),
  meltClass: z.enum(MELT_CLASSES).optional(),
  heat: z.enum(HEAT_CHOICES).optional(),
  craftingDays: coerceNumber(z.int().min(0).max(60)).optional(),
  craftingMinutes: coerceNumber(z.int().min(0).max(MAX_CRAFTING_MINUTES)).optional(),
  readyOn: PlannedDay.optional(),
  /** The customer's own unpaid order, whose place does not count. */
  order: OrderReference.optional(),
})
export type DeliveryQuestion = z.infer<typeof DeliveryQuestion>

const Window = z.object({ shipOn: z.iso.date(), from: z.iso.date(), to: z.iso.date() })
const DeliveryDay = z.discriminatedUnion('state', [
  z.object({
    ...{ day: z.iso.date(), state: z.literal('free'), shipOn: z.iso.date(), from: z.iso.date() },
    needsCoolPack: z.boolean(),
  }),
  z.object({ day: z.iso.date(), state: z.enum(['full', 'hot', 'closed']) }),
])
export type DeliveryDay = z.infer<typeof DeliveryDay>

/** One way of delivery. Amounts are rupees; `freeFrom` null is never free. */
const DeliveryOffer = z.object({
  method: z.enum(DELIVERY_METHODS),
  fee: z.number(),
  freeFrom: z.number().nullable(),
  /** The soonest promise; null if there is none. */
  promise: Window.nullable(),
  text: z.string(),
  /** Free, full, hot and closed days of arrival, from the first free one on. */
  days: z.array(DeliveryDay),
  /** For pickup: the earliest time on the day of packing. */
  readyFrom: ClockTime.optional(),
})
export type DeliveryOffer = z.infer<typeof DeliveryOffer>

/** Null if heat asks for nothing. The fee is in rupees. */
const Heat = z
  .object({
    place: z.string(),
    celsius: z.int(),
    text: z.string(),
    fee: z.number(),
    coolPack: Window.nullable(),
    wait: Window.nullable(),
    keepsTooShort: z.boolean(),
  })
  .nullable()

const Choices = z.object({ shipOn: z.iso.date(), heat: Heat, offers: z.array(DeliveryOffer) })

/** The promise of the courier for an order that is placed now, if it serves the PIN code, and all ways of delivery. */
export const Delivery = z.discriminatedUnion('kind', [
  Choices.extend({ kind: z.literal('days'), place: z.string(), ...Window.shape }),
  Choices.extend({ kind: z.enum(['by-arrangement', 'not-served']), text: z.string() }),
])
export type Delivery = z.infer<typeof Delivery>
