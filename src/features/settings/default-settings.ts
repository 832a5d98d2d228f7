import { NATIONAL_HOLIDAYS } from '#src/core/business-days.ts'
import { rupees } from '#src/core/money.ts'
import {
  DELIVERY_BUSINESS_DAYS,
  HOME_CITY,
  HOME_STATE,
  SAME_DAY_CUT_OFF,
  SHIPPING,
  STUDIO_ADDRESS,
} from '#src/core/shop-policy.ts'
import { STUDIO_WEEK } from '#src/core/studio-hours.ts'
import { DEFAULT_POLICIES } from '#src/features/settings/policies/default-policies.ts'
import type { Settings } from './settings.contract.ts'

const claim = (figure: string, of: string) => ({ figure, of, source: '', isShown: false })

const clock = (minutes: number) => new Date(minutes * 60_000).toISOString().slice(11, 16)

const HOLIDAY_NAMES: Record<(typeof NATIONAL_HOLIDAYS)[number], string> = {
  '01-26': 'Republic Day',
  '08-15': 'Independence Day',
  '10-02': 'Gandhi Jayanti',
}

const metro = (prefix: string, place: string) => ({ prefix, place, from: 2, to: 4 })

/** The promises of the specification, and nothing that only the owner can know: see db/demo/seed-settings.ts. */
export const DEFAULT_SETTINGS: Settings = {
  claims: {
    experience: claim('12+', 'years experience'),
    flavors: claim('50+', 'unique flavors'),
    customers: claim('1000+', 'happy customers'),
    certified: claim('Certified', 'chocolate maker'),
    handcrafted: claim('Handcrafted', `in ${HOME_CITY}`),
    returns: claim('7-day', 'return policy'),
  },
  hours: {
    week: STUDIO_WEEK.map((day) => day && { opens: clock(day.opens), closes: clock(day.closes) }),
    holidays: NATIONAL_HOLIDAYS.map((day) => ({ day: `2026-${day}`, everyYear: true, name: HOLIDAY_NAMES[day] })),
  },
  contact: {
    address: STUDIO_ADDRESS,
    phones: [],
    emails: [],
    fssai: '',
    gstin: '',
    grievanceOfficer: { name: '', designation: '', email: '', phone: '' },
  },
  policies: DEFAULT_POLICIES,
  founder: { name: '', text: '' },
  social: { instagram: '', facebook: '', youtube: '', pinterest: '', linkedin: '', whatsapp: '' },
  shipping: { freeFrom: rupees(SHIPPING.freeFrom), fee: rupees(SHIPPING.fee) },
  delivery: {
    elsewhere: { ...DELIVERY_BUSINESS_DAYS },
    // Sorting districts of big cities, from secondary sources: good for an estimate, not for refusing an order.
    zones: [
      { prefix: '500', place: 'Hyderabad', from: 1, to: 1 },
      { prefix: '50', place: 'Telangana', from: 1, to: 2 },
      metro('110', 'Delhi'),
      metro('400', 'Mumbai'),
      metro('411', 'Pune'),
      metro('380', 'Ahmedabad'),
      metro('560', 'Bengaluru'),
      metro('600', 'Chennai'),
      metro('700', 'Kolkata'),
    ],
    blocked: [
      {
        prefix: '9',
        text: 'Army Post Office: by arrangement. Please write to us before you order.',
        refusesOrders: false,
      },
    ],
    cutOff: SAME_DAY_CUT_OFF,
  },
  payments: { twoConfirmationsAbove: 10_000 },
  refunds: { automaticUpTo: 5_000, automaticPerDay: 25_000 },
  sms: { templates: {} },
  tax: {
    mode: 'unregistered',
    legalName: '',
    homeState: HOME_STATE,
    rates: [{ hsn: '18069010', percent: 5, validFrom: '2025-09-22' }],
  },
}
