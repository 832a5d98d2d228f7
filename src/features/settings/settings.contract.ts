import { z } from 'zod'
import { GST_MODES } from '#src/core/gst.ts'
import { SAMPLE_SOURCE } from '#src/core/shop-contact.ts'
import { HOME_STATE, SAME_DAY_CUT_OFF } from '#src/core/shop-policy.ts'
import { coerceNumber, multiLineText, singleLineText } from '#src/core/validation/fields.ts'
import { isNamedSource } from './fact-validation.ts'
import { CLAIM_NAMES, DISPATCH_WEEKDAYS, POLICY_NAMES, SOCIAL_NETWORKS } from './setting-names.ts'
import { findGstinProblem, HSN_SHAPE } from './tax-registration.ts'

const line = (maxLength: number) => singleLineText(maxLength).min(1, 'This is required.')
const optionalText = singleLineText
const recordOf = <K extends string, V extends z.ZodType>(keys: readonly K[], value: V) =>
  z.strictObject(Object.fromEntries(keys.map((key) => [key, value])) as Record<K, V>)

const Claim = z
  .strictObject({ figure: line(40), of: line(80), source: optionalText(300), isShown: z.boolean() })
  .refine(({ source, isShown }) => !isShown || source === SAMPLE_SOURCE || isNamedSource(source), {
    path: ['source'],
    message: 'Please name a source in three words or more, or hide this claim.',
  })
const Claims = recordOf(CLAIM_NAMES, Claim)

const Clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Please enter a valid time.')
const OpenDay = z.strictObject({ opens: Clock, closes: Clock }).refine(({ opens, closes }) => opens < closes, {
  path: ['closes'],
  message: 'The closing time must be after the opening time.',
})
const Holiday = z.strictObject({
  day: z.iso.date('Please enter a valid date.'),
  everyYear: z.boolean(),
  name: line(80),
})
/** Sunday first; null when the studio is closed. */
const Hours = z.strictObject({
  week: z
    .array(OpenDay.nullable())
    .length(7)
    .refine((week) => week.some((day) => day !== null), 'The studio must be open on at least one day.'),
  holidays: z.array(Holiday).max(60),
})

const PersonOrNobody = z.strictObject({
  name: optionalText(100),
  designation: optionalText(100),
  email: z.union([z.literal(''), z.email()]),
  phone: optionalText(30),
})
const Contact = z.strictObject({
  address: line(300),
  phones: z.array(line(30)).max(5),
  emails: z.array(z.strictObject({ of: line(60), email: z.email('Please enter a valid e-mail address.') })).max(6),
  fssai: optionalText(14).regex(/^(\d{14})?$/, 'An FSSAI number has 14 digits.'),
  gstin: optionalText(15).superRefine((gstin, context) => {
    const message = gstin === '' ? undefined : findGstinProblem(gstin, HOME_STATE)
    if (message) context.addIssue({ code: 'custom', message })
  }),
  grievanceOfficer: PersonOrNobody,
})

const HttpsAddress = z
  .string()
  .trim()
  .max(300)
  .refine((typed) => typed === '' || isHttps(typed), 'This must be an address that begins with https://.')
const Social = recordOf(SOCIAL_NETWORKS, HttpsAddress)

/** Amounts of the API are rupees. */
const Rupees = coerceNumber(z.number('Please enter a valid amount.').min(0).max(100_000).multipleOf(0.01))
const Shipping = z.strictObject({ freeFrom: Rupees, fee: Rupees })

const Days = coerceNumber(z.int('Please enter a number of days.').min(0).max(60))
const inOrder = { path: ['to'], message: 'The last day cannot come before the first.' }
const Prefix = z
  .string()
  .trim()
  .regex(/^[1-9]\d{0,5}$/, 'A PIN code begins with one to six digits.')
const Zone = z
  .strictObject({ prefix: Prefix, place: line(60), from: Days, to: Days })
  .refine(({ from, to }) => from <= to, inOrder)
/** Restricted areas: checkout warns, and rejects the order only when told to. */
const Blocked = z.strictObject({ prefix: Prefix, text: line(200), refusesOrders: z.boolean() })
const Delivery = z.strictObject({
  elsewhere: z.strictObject({ from: Days, to: Days }).refine(({ from, to }) => from <= to, inOrder),
  zones: z.array(Zone).max(200),
  blocked: z.array(Blocked).max(50),
  /** Later orders leave the studio on its next working day. */
  cutOff: Clock.default(SAME_DAY_CUT_OFF),
})

const Closure = z
  .strictObject({
    from: z.iso.date('Please enter a valid date.'),
    to: z.iso.date('Please enter a valid date.'),
    note: optionalText(60),
  })
  .refine(({ from, to }) => from <= to, inOrder)
  // Invalid dates have a message of their own.
  .refine(({ from, to }) => !(Date.parse(to) - Date.parse(from) > 60 * 86_400_000), {
    path: ['to'],
    message: 'A closure can last up to 60 days.',
  })
const Dispatch = z.strictObject({
  weekdays: recordOf(DISPATCH_WEEKDAYS, z.boolean()).refine(
    (days) => Object.values(days).some(Boolean),
    'Parcels must leave on at least one day.',
  ),
  /** 0 is no limit. */
  parcelsPerDay: coerceNumber(z.int('Please enter a whole number, 0 or more.').min(0).max(10_000)),
  busyDays: coerceNumber(z.int('Please enter a whole number of days, from 0 to 30.').min(0).max(30)),
  closures: z.array(Closure).max(20),
})

/** Without a gateway, larger payments need two admins to confirm them. */
const Payments = z.strictObject({ twoConfirmationsAbove: Rupees })

const Founder = z.strictObject({ name: optionalText(100), text: multiLineText(1500) })

/** `isConfirmed`: the admin has read it. A live shop opens only when all are confirmed. */
const Policy = z.strictObject({
  text: multiLineText(10_000).min(1, 'This is required.'),
  isConfirmed: z.boolean(),
})
/** The privacy text is part of the software; it can only be confirmed. */
const Policies = recordOf(POLICY_NAMES, Policy).extend({ privacy: z.strictObject({ isConfirmed: z.boolean() }) })

/** Automatic refunds: the largest one, and the total of a day. 0 disables them. */
const Refunds = z.strictObject({
  automaticUpTo: Rupees,
  automaticPerDay: coerceNumber(z.number('Please enter a valid amount.').min(0).max(1_000_000).multipleOf(0.01)),
})

/** MSG91 template ids by kind of SMS. */
const Sms = z.strictObject({
  templates: z.record(
    z.string().regex(/^[a-z0-9-]{1,60}$/, 'A kind has small letters, digits and hyphens.'),
    z
      .string()
      .trim()
      .regex(/^[A-Za-z0-9]{10,40}$/, 'A template id has 10 to 40 letters and digits.'),
  ),
})

const SearchWord = singleLineText(40).refine(
  (typed) => /^[\p{L}\p{M}\p{N}]{3,}$/u.test(typed),
  'Please enter one word of three letters or more.',
)
/** Without a whole word it would find every product. */
const SearchMeaning = line(60).refine(
  (typed) => /[\p{L}\p{M}\p{N}]{3}/u.test(typed),
  'Please enter what it means, with a word of three letters or more.',
)
/** Words that customers type, and what they mean; both directions are searched. */
const Search = z.strictObject({
  synonyms: z.array(z.strictObject({ typed: SearchWord, meaning: SearchMeaning })).max(200),
})

export const TaxRate = z.strictObject({
  hsn: z.string().trim().regex(HSN_SHAPE, 'An HSN code has 4, 6 or 8 digits.'),
  percent: coerceNumber(
    z
      .number('Please enter a valid rate.')
      .min(0, 'A rate is from 0 to 40 percent.')
      .max(40, 'A rate is from 0 to 40 percent.')
      .multipleOf(0.01, 'A rate has two decimals at most.'),
  ),
  validFrom: z.iso.date('Please enter a valid date.'),
})
const Tax = z.strictObject({
  mode: z.enum(GST_MODES, 'Please choose how the shop is registered.'),
  legalName: optionalText(100),
  homeState: z.literal(HOME_STATE),
  /** For products without their own rate, and for custom chocolate. */
  rates: z
    .array(TaxRate)
    .min(1, 'At least one rate is required.')
    .max(30)
    .refine(
      (rates) => new Set(rates.map(({ validFrom }) => validFrom)).size === rates.length,
      'Two rates begin on the same day.',
    ),
})

export const SECTIONS = {
  claims: Claims,
  hours: Hours,
  contact: Contact,
  founder: Founder,
  policies: Policies,
  social: Social,
  shipping: Shipping,
  delivery: Delivery,
  dispatch: Dispatch,
  payments: Payments,
  refunds: Refunds,
  search: Search,
  sms: Sms,
  tax: Tax,
}

export type Section = keyof typeof SECTIONS
export type Settings = { [S in Section]: z.infer<(typeof SECTIONS)[S]> }

/** `version` counts the changes; 0 is the default. */
export type VersionedSection<S extends Section = Section> = { version: number; value: Settings[S] }

export function versionedSectionSchema(section: Section): z.ZodType<VersionedSection> {
  return z.strictObject({ version: coerceNumber(z.int().min(0).max(2_147_483_647)), value: SECTIONS[section] })
}

export const PublicSettings = z.strictObject({
  claims: z.partialRecord(z.enum(CLAIM_NAMES), z.strictObject({ figure: line(40), of: line(80) })),
  hours: Hours,
  contact: Contact,
  social: z.partialRecord(z.enum(SOCIAL_NETWORKS), z.url()),
  shipping: Shipping,
  delivery: Delivery.pick({ elsewhere: true, blocked: true }),
  tax: Tax.pick({ mode: true, legalName: true, homeState: true }),
  /** Whether quotes are announced by SMS as well as by e-mail. */
  quotesBySms: z.boolean(),
})
export type PublicSettings = z.infer<typeof PublicSettings>

/** `version` counts the changes of all policies; an order stores the version it was placed under. */
export const PublicPolicy = z.strictObject({
  name: z.enum(POLICY_NAMES),
  text: z.string(),
  version: z.int().min(0),
  changedAt: z.iso.datetime().nullable(),
})
export type PublicPolicy = z.infer<typeof PublicPolicy>

export const PublicFounder = z.strictObject({ name: z.string(), text: z.string() })
export type PublicFounder = z.infer<typeof PublicFounder>

function isHttps(typed: string): boolean {
  return URL.canParse(typed) && new URL(typed).protocol === 'https:'
}
