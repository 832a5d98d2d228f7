import { z } from 'zod'
import { GST_MODES } from '#src/core/gst.ts'
import { SAMPLE_SOURCE } from '#src/core/shop-contact.ts'
import { HOME_STATE } from '#src/core/shop-policy.ts'
import {
  ClockTime,
  coerceNumber,
  multiLineText,
  RupeeAmount,
  recordOfKeys,
  requiredLine,
  singleLineText,
} from '#src/core/validation/fields.ts'
import {
  CourierSection,
  DeliverySection,
  DispatchSection,
  GiftSection,
  HeatSection,
  PickupSection,
  SameDaySection,
} from './delivery-settings.contract.ts'
import { isNamedSource } from './fact-validation.ts'
import { CLAIM_NAMES, POLICY_NAMES, SOCIAL_NETWORKS } from './setting-names.ts'
import { findGstinProblem, HSN_SHAPE } from './tax-registration.ts'

const Claim = z
  .strictObject({ figure: requiredLine(40), of: requiredLine(80), source: singleLineText(300), isShown: z.boolean() })
  .refine(({ source, isShown }) => !isShown || source === SAMPLE_SOURCE || isNamedSource(source), {
    path: ['source'],
    message: 'Please name a source in three words or more, or hide this claim.',
  })
const Claims = recordOfKeys(CLAIM_NAMES, Claim)

const OpenDay = z.strictObject({ opens: ClockTime, closes: ClockTime }).refine(({ opens, closes }) => opens < closes, {
  path: ['closes'],
  message: 'The closing time must be after the opening time.',
})
const Holiday = z.strictObject({
  day: z.iso.date('Please enter a valid date.'),
  everyYear: z.boolean(),
  name: requiredLine(80),
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
  name: singleLineText(100),
  designation: singleLineText(100),
  email: z.union([z.literal(''), z.email()]),
  phone: singleLineText(30),
})
const Contact = z.strictObject({
  address: requiredLine(300),
  phones: z.array(requiredLine(30)).max(5),
  emails: z
    .array(z.strictObject({ of: requiredLine(60), email: z.email('Please enter a valid e-mail address.') }))
    .max(6),
  fssai: singleLineText(14).regex(/^(\d{14})?$/, 'An FSSAI number has 14 digits.'),
  gstin: singleLineText(15).superRefine((gstin, context) => {
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
const Social = recordOfKeys(SOCIAL_NETWORKS, HttpsAddress)

const Shipping = z.strictObject({ freeFrom: RupeeAmount, fee: RupeeAmount })

/** Without a gateway, larger payments need two admins to confirm them. */
const Payments = z.strictObject({ twoConfirmationsAbove: RupeeAmount })

const Founder = z.strictObject({ name: singleLineText(100), text: multiLineText(1500) })

/** `isConfirmed`: the admin has read it. A live shop opens only when all are confirmed. */
const Policy = z.strictObject({
  text: multiLineText(10_000).min(1, 'This is required.'),
  isConfirmed: z.boolean(),
})
/** The privacy text is part of the software; it can only be confirmed. */
const Policies = recordOfKeys(POLICY_NAMES, Policy).extend({ privacy: z.strictObject({ isConfirmed: z.boolean() }) })

/** Automatic refunds: the largest one, and the total of a day. 0 disables them. */
const Refunds = z.strictObject({
  automaticUpTo: RupeeAmount,
  automaticPerDay: coerceNumber(z.number('Please enter a valid amount.').min(0).max(1_000_000).multipleOf(0.01)),
})

/** For how many days after delivery a customer can report a problem. */
const REPORT_DAYS = 'From 1 to 60 days.'
const Problems = z.strictObject({
  reportDays: coerceNumber(z.int(REPORT_DAYS).min(1, REPORT_DAYS).max(60, REPORT_DAYS)),
})

const TemplateName = z
  .string()
  .trim()
  .regex(/^[a-z0-9_]{1,512}$/, 'The name of a template has small letters, digits and underscores.')

const WhatsAppTemplates = z
  .strictObject({
    language: z
      .string()
      .trim()
      .regex(/^[a-z]{2,3}(_[A-Z]{2})?$/, 'Please enter a language as WhatsApp writes it, such as en or en_GB.'),
    names: z.record(
      z.string().regex(/^[a-z0-9-]{1,60}$/, 'A kind has small letters, digits and hyphens.'),
      TemplateName,
    ),
  })
  .default({ language: 'en', names: {} })

/** MSG91 template ids and WhatsApp template names by kind of SMS. */
const Sms = z.strictObject({
  templates: z.record(
    z.string().regex(/^[a-z0-9-]{1,60}$/, 'A kind has small letters, digits and hyphens.'),
    z
      .string()
      .trim()
      .regex(/^[A-Za-z0-9]{10,40}$/, 'A template id has 10 to 40 letters and digits.'),
  ),
  whatsApp: WhatsAppTemplates,
})

const SearchWord = singleLineText(40).refine(
  (typed) => /^[\p{L}\p{M}\p{N}]{3,}$/u.test(typed),
  'Please enter one word of three letters or more.',
)
/** Without a whole word it would find every product. */
const SearchMeaning = requiredLine(60).refine(
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
  legalName: singleLineText(100),
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
  delivery: DeliverySection,
  dispatch: DispatchSection,
  pickup: PickupSection,
  sameDay: SameDaySection,
  courier: CourierSection,
  heat: HeatSection,
  gift: GiftSection,
  payments: Payments,
  refunds: Refunds,
  problems: Problems,
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
  claims: z.partialRecord(z.enum(CLAIM_NAMES), z.strictObject({ figure: requiredLine(40), of: requiredLine(80) })),
  hours: Hours,
  contact: Contact,
  social: z.partialRecord(z.enum(SOCIAL_NETWORKS), z.url()),
  shipping: Shipping,
  delivery: DeliverySection.pick({ blocked: true }).extend({
    usual: DeliverySection.shape.elsewhere,
    onlyIn: z.literal(HOME_STATE).optional(),
    hasZonePrices: z.literal(true).optional(),
  }),
  pickup: z.strictObject({ fee: RupeeAmount }).optional(),
  sameDay: z.strictObject({ fee: RupeeAmount, cutOff: ClockTime }).optional(),
  /** `hasSms`: the recipient can be told that a gift is on its way. */
  gift: GiftSection.omit({ isOffered: true }).extend({ hasSms: z.boolean() }).optional(),
  tax: Tax.pick({ mode: true, legalName: true, homeState: true }),
  /** Whether quotes are announced by SMS as well as by e-mail. */
  quotesBySms: z.boolean(),
  hasWhatsApp: z.boolean(),
})
export type PublicSettings = z.infer<typeof PublicSettings>

/** `version` counts the changes of all policies; an order stores the version it was placed under. */
export const PublicPolicy = z.strictObject({
  name: z.enum(POLICY_NAMES),
  text: z.string(),
  version: z.int().min(0),
  isCurrent: z.boolean(),
  changedAt: z.iso.datetime().nullable(),
})
export type PublicPolicy = z.infer<typeof PublicPolicy>

export const PublicFounder = z.strictObject({ name: z.string(), text: z.string() })
export type PublicFounder = z.infer<typeof PublicFounder>

function isHttps(typed: string): boolean {
  return URL.canParse(typed) && new URL(typed).protocol === 'https:'
}
