import { z } from 'zod'
import { COURIER_NAMES } from '#src/core/couriers.ts'
import { coerceNumber } from '#src/core/validation/fields.ts'
import { SCAN_STATES } from '#src/features/couriers/shipment-states.ts'
import { DELIVERY_PROBLEMS } from './problems/delivery-problems.ts'

/** A service of the courier. `rate` is in rupees; null if the courier gives none now. */
export const ShipmentRate = z.object({
  id: z.string(),
  name: z.string(),
  rate: z.number().nullable(),
  days: z.int().nullable(),
})
export type ShipmentRate = z.infer<typeof ShipmentRate>

/** `problem` says why there are no rates, and what to do instead. */
export const ShipmentRates = z.object({ rates: z.array(ShipmentRate), problem: z.string().nullable() })
export type ShipmentRates = z.infer<typeof ShipmentRates>

export const Shipment = z.object({
  courier: z.enum(COURIER_NAMES),
  rateName: z.string(),
  grams: z.int(),
  charge: z.number().nullable(),
  state: z.enum(SCAN_STATES),
  awb: z.string().nullable(),
  page: z.url().nullable(),
  lastError: z.string().nullable(),
  pickupOn: z.iso.date().nullable(),
  scans: z.array(z.object({ at: z.iso.datetime(), state: z.enum(SCAN_STATES) })),
})
export type Shipment = z.infer<typeof Shipment>

export const ShipmentProblem = z.object({
  id: z.uuid(),
  problem: z.enum(DELIVERY_PROBLEMS),
  since: z.iso.datetime(),
  courier: z.enum(COURIER_NAMES),
  awb: z.string().nullable(),
})
export type ShipmentProblem = z.infer<typeof ShipmentProblem>

export const NotedProblem = ShipmentProblem.pick({ problem: true }).strict()

export const AdminShipment = z.object({
  /** The courier that the settings choose; null for a shop that ships by hand. */
  courier: z.enum(COURIER_NAMES).nullable(),
  problem: z.string().nullable(),
  grams: z.int(),
  shipment: Shipment.nullable(),
  problems: z.array(ShipmentProblem),
})
export type AdminShipment = z.infer<typeof AdminShipment>

const Grams = coerceNumber(z.int('Please enter whole grams.').min(1, 'Please enter the weight.').max(50_000))

export const RatesQuery = z.object({ grams: Grams })

export const NewShipment = z.strictObject({ rateId: z.string().trim().min(1).max(60), grams: Grams })
export type NewShipment = z.infer<typeof NewShipment>

export const CourierState = z.object({ state: z.enum(SCAN_STATES), day: z.iso.date() })
export type CourierState = z.infer<typeof CourierState>
