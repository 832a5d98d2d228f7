import { z } from 'zod'
import { COURIER_NAMES, COURIER_TITLES } from '#src/core/couriers.ts'
import { MELT_CLASSES } from '#src/core/delivery/heat.ts'
import { type IndianState, STATE_CODES } from '#src/core/gst.ts'
import { DISPATCH_CUT_OFF } from '#src/core/shop-policy.ts'
import {
  ClockTime,
  coerceNumber,
  RupeeAmount,
  recordOfKeys,
  requiredLine,
  singleLineText,
} from '#src/core/validation/fields.ts'
import { DISPATCH_WEEKDAYS, MONTH_NAMES } from './setting-names.ts'

const Days = coerceNumber(z.int('Please enter a number of days.').min(0).max(60))
const inOrder = { path: ['to'], message: 'The last day cannot come before the first.' }
const Prefix = z
  .string()
  .trim()
  .regex(/^[1-9]\d{0,5}$/, 'A PIN code begins with one to six digits.')
export const DeliveryZone = z
  .strictObject({
    prefix: Prefix,
    place: requiredLine(60),
    from: Days,
    to: Days,
    /** Null is the shop's usual shipping rule. */
    fee: RupeeAmount.nullable().default(null),
    /** Null is never free, if the place has a price of its own. */
    freeFrom: RupeeAmount.nullable().default(null),
  })
  .refine(({ from, to }) => from <= to, inOrder)
  .refine(({ fee, freeFrom }) => fee !== null || freeFrom === null, {
    path: ['fee'],
    message: 'Please enter a price too, or leave both empty.',
  })
/** Restricted areas: checkout warns, and rejects the order only when told to. */
export const DeliveryException = z.strictObject({
  prefix: Prefix,
  text: requiredLine(200),
  refusesOrders: z.boolean('Please say yes or no.'),
})
export const MAX_ZONES = 200
export const MAX_EXCEPTIONS = 50
export const DeliverySection = z.strictObject({
  elsewhere: z.strictObject({ from: Days, to: Days }).refine(({ from, to }) => from <= to, inOrder),
  zones: z.array(DeliveryZone).max(MAX_ZONES),
  blocked: z.array(DeliveryException).max(MAX_EXCEPTIONS),
  /** Later orders leave the studio on its next working day. */
  cutOff: ClockTime.default(DISPATCH_CUT_OFF),
})

const Closure = z
  .strictObject({
    from: z.iso.date('Please enter a valid date.'),
    to: z.iso.date('Please enter a valid date.'),
    note: singleLineText(60),
  })
  .refine(({ from, to }) => from <= to, inOrder)
  // Invalid dates have a message of their own.
  .refine(({ from, to }) => !(Date.parse(to) - Date.parse(from) > 60 * 86_400_000), {
    path: ['to'],
    message: 'A closure can last up to 60 days.',
  })
export const DispatchSection = z.strictObject({
  weekdays: recordOfKeys(DISPATCH_WEEKDAYS, z.boolean()).refine(
    (days) => Object.values(days).some(Boolean),
    'Parcels must leave on at least one day.',
  ),
  parcelsPerDay: coerceNumber(z.int('Please enter a whole number, 0 or more.').min(0).max(10_000)),
  busyDays: coerceNumber(z.int('Please enter a whole number of days, from 0 to 30.').min(0).max(30)),
  craftingHoursPerDay: coerceNumber(
    z
      .number('Please enter a number of hours, 0 or more.')
      .min(0)
      .max(500)
      .refine((hours) => hours === 0 || hours >= 1, 'Please enter an hour or more, or 0 for no limit.'),
  ).default(0),
  /** For the first proposal of a quotation. */
  craftingMinutesPerPiece: coerceNumber(
    z.int('Please enter a whole number of minutes, from 0 to 60.').min(0).max(60),
  ).default(10),
  closures: z.array(Closure).max(20),
})

/** Customers collect at the studio, during its opening hours. */
export const PickupSection = z
  .strictObject({
    isOffered: z.boolean(),
    address: singleLineText(300),
    pincode: Prefix.length(6, 'A PIN code has six digits.'),
    fee: RupeeAmount,
    /** A parcel packed today can be picked up from then on. */
    readyFrom: ClockTime,
    text: singleLineText(200),
  })
  .refine(({ isOffered, address }) => !isOffered || address !== '', {
    path: ['address'],
    message: 'Please enter where customers pick up their order, or do not offer it.',
  })
export const SameDaySection = z
  .strictObject({
    isOffered: z.boolean(),
    prefixes: z.array(Prefix).max(200),
    fee: RupeeAmount,
    cutOff: ClockTime,
    text: singleLineText(200),
  })
  .refine(({ isOffered, prefixes }) => !isOffered || prefixes.length > 0, {
    path: ['prefixes'],
    message: 'Please add an area, or do not offer it.',
  })

const Centimetres = coerceNumber(z.int('Please enter whole centimetres.').min(1).max(200))
const Grams = coerceNumber(z.int('Please enter whole grams.').min(0).max(30_000))
export const COURIER_SERVICES = ['by-hand', ...COURIER_NAMES] as const

export const COURIER_SERVICE_NAMES: Record<(typeof COURIER_SERVICES)[number], string> = {
  'by-hand': 'By hand: I type in courier and number',
  ...COURIER_TITLES,
}

/** The environment variables that each courier lacks. */
export const MissingCourierKeys = z.record(z.enum(COURIER_NAMES), z.array(z.string()))
export type MissingCourierKeys = z.infer<typeof MissingCourierKeys>

/** Which courier is booked from the admin. Its keys are environment variables. */
export const CourierSection = z
  .strictObject({
    service: z.enum(COURIER_SERVICES, 'Please choose who brings the parcels.'),
    pickupLocation: singleLineText(36),
    pincode: Prefix.length(6, 'A PIN code has six digits.'),
    packagingGrams: Grams,
    itemGrams: Grams,
    sides: z.strictObject({ length: Centimetres, breadth: Centimetres, height: Centimetres }),
  })
  .refine(({ service, pickupLocation }) => service === 'by-hand' || pickupLocation !== '', {
    path: ['pickupLocation'],
    message: 'Please enter the name under which the courier knows the studio.',
  })

/** Gifts: wrapping at a price, a card for nothing. */
export const GiftSection = z.strictObject({ isOffered: z.boolean(), wrapFee: RupeeAmount, text: singleLineText(200) })

const Celsius = coerceNumber(z.int('Please enter whole degrees, from -30 to 60.').min(-30).max(60))
const HeatLimits = z.strictObject({
  coolPackFrom: Celsius,
  longestTransit: coerceNumber(z.int('Please enter a number of business days.').min(0).max(30)),
})
const City = z.strictObject({
  prefix: Prefix,
  place: requiredLine(60),
  state: z.enum(Object.keys(STATE_CODES) as IndianState[], 'Please choose a state.'),
  months: recordOfKeys(MONTH_NAMES, Celsius),
})
export const HeatSection = z.strictObject({
  isOn: z.boolean(),
  safeTransit: coerceNumber(z.int('Please enter a number of business days.').min(0).max(30)),
  coolPackFee: RupeeAmount,
  classes: recordOfKeys(MELT_CLASSES, HeatLimits),
  cities: z.array(City).min(1, 'At least one city is required.').max(200),
})
