import { z } from 'zod'
import { coerceNumber } from '#src/core/validation/fields.ts'
import { Pincode } from '#src/features/orders/order-form.contract.ts'

/** A PIN code; for a custom chocolate also its working days and its ready day. */
export const DeliveryQuestion = z.object({
  pincode: Pincode,
  craftingDays: coerceNumber(z.int().min(0).max(60)).optional(),
  readyOn: z.iso.date().optional(),
})
export type DeliveryQuestion = z.infer<typeof DeliveryQuestion>

/** The day of dispatch, which the order is asked to keep. */
const ShipDay = z.object({ shipOn: z.iso.date() })

/** The promise for an order that is placed now. */
export const Delivery = z.discriminatedUnion('kind', [
  ShipDay.extend({
    kind: z.literal('days'),
    place: z.string(),
    from: z.iso.date(),
    to: z.iso.date(),
  }),
  ShipDay.extend({ kind: z.literal('by-arrangement'), text: z.string() }),
])
export type Delivery = z.infer<typeof Delivery>
