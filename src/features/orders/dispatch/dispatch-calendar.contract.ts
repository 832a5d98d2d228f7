import { z } from 'zod'
import { requiredLineNoLinks } from '#src/core/validation/fields.ts'
import { MONTH } from './months.ts'

export const Month = z.string().regex(MONTH, 'Please enter a month.')

export const DispatchMonth = z.object({
  month: Month,
  today: z.iso.date(),
  /** Null is no limit. */
  parcelsPerDay: z.int().nullable(),
  days: z.array(z.object({ day: z.iso.date(), parcels: z.int(), isDispatchDay: z.boolean() })),
})
export type DispatchMonth = z.infer<typeof DispatchMonth>

/** More parcels of one day are counted, but not listed. */
export const MAX_LISTED_PARCELS = 300

export const DispatchedOrder = z.object({
  id: z.uuid(),
  orderId: z.string(),
  customerName: z.string(),
  city: z.string(),
  isPaid: z.boolean(),
  /** Paid, and neither packed nor shipped. */
  isMovable: z.boolean(),
})
export type DispatchedOrder = z.infer<typeof DispatchedOrder>

export const ShipDayChange = z.strictObject({
  shipOn: z.iso.date('Please choose a day.'),
  reason: requiredLineNoLinks(200, 'Please give a reason. The customer reads it.'),
})
export type ShipDayChange = z.infer<typeof ShipDayChange>
