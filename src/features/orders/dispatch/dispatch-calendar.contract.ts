import { z } from 'zod'
import { DELIVERY_METHODS, HEAT_CHOICES } from '#src/core/delivery/delivery-rules.ts'
import { PlannedDay, requiredLineNoLinks } from '#src/core/validation/fields.ts'
import { MONTH } from './months.ts'

export const Month = z.string().regex(MONTH, 'Please enter a month.')

export const DispatchMonth = z.object({
  month: Month,
  today: z.iso.date(),
  /** Null is no limit. */
  parcelsPerDay: z.int().nullable(),
  craftingMinutesPerDay: z.int().nullable(),
  /** Working days that busy mode adds to new dates. */
  busyDays: z.int(),
  days: z.array(
    z.object({ day: z.iso.date(), parcels: z.int(), craftingMinutes: z.int(), isDispatchDay: z.boolean() }),
  ),
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
  deliveryMethod: z.enum(DELIVERY_METHODS),
  heat: z.enum(HEAT_CHOICES).nullable(),
})
export type DispatchedOrder = z.infer<typeof DispatchedOrder>

/** Work of a day on an order that leaves on this day or later. */
export const PlannedCrafting = z.object({
  id: z.uuid(),
  orderId: z.string(),
  name: z.string(),
  minutes: z.int(),
  isPaid: z.boolean(),
})
export type PlannedCrafting = z.infer<typeof PlannedCrafting>

export const DayOfDispatch = z.object({ parcels: z.array(DispatchedOrder), crafting: z.array(PlannedCrafting) })
export type DayOfDispatch = z.infer<typeof DayOfDispatch>

export const ShipDayChange = z.strictObject({
  shipOn: PlannedDay,
  reason: requiredLineNoLinks(200, 'Please give a reason. The customer reads it.'),
})
export type ShipDayChange = z.infer<typeof ShipDayChange>
