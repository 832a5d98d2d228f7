import { NATIONAL_HOLIDAYS } from '#src/core/delivery/business-days.ts'
import { CITY_TEMPERATURES } from '#src/core/delivery/city-temperatures.ts'
import { STUDIO_WEEK } from '#src/core/delivery/studio-hours.ts'
import { rupees } from '#src/core/money.ts'
import {
  DELIVERY_BUSINESS_DAYS,
  DISPATCH_CUT_OFF,
  HOME_CITY,
  HOME_PINCODE,
  HOME_STATE,
  SHIPPING,
  STUDIO_ADDRESS,
} from '#src/core/shop-policy.ts'
import { BANK_TIME_TEXT, EVERY_REFUND_TEXT } from '#src/features/settings/policies/policy-text.ts'
import { MONTH_NAMES, type PolicyName } from '#src/features/settings/setting-names.ts'
import type { Settings } from '#src/features/settings/settings.contract.ts'

/** After the Consumer Protection (E-Commerce) Rules, 2020. The pages add fees, days and contact. */
const RETURNS_POLICY = `# What you can return
Please tell us within 7 days of delivery if your chocolate arrived damaged, broken or melted, if it is not what you ordered, if something is missing, or if its quality is not what we promised. For chocolate that melted or broke on the way, a photo of the box and of the chocolate within 24 hours helps us most.

# What you cannot return
Chocolate is food and spoils. We cannot take back pieces that are as ordered and arrived well, pieces that were opened and partly eaten without a fault, or pieces that were kept in the heat after delivery. Chocolate that we made for you alone can be returned only if it has a fault.

# How to do it
- Open your order under My Orders, press “Report a Problem”, say what is wrong, and add photos if they help.
- If it is still marked as on its way, press “I received it” first. You can also write to us with your order number.
- We answer within 24 hours. Please keep the chocolate until then: we rarely ask for it back.

# Who pays
If we are at fault, you pay nothing. If we ask you to send something back, we have it collected at our cost.

# What you get
You choose: a replacement, or your money back. We refund the price of what was wrong, and the shipping if the whole order was wrong. ${EVERY_REFUND_TEXT} ${BANK_TIME_TEXT}`

const SHIPPING_POLICY = `# Where and how
We pack every parcel by hand and hand it to a courier. You get a message with the tracking number when it leaves. In hot weather we add insulation, and may wait for a cooler day; then we tell you first.

# When it arrives
The days on the product page and at checkout are business days. They count from the day on which we have your payment, and they are an estimate. If your parcel is more than 3 business days late, write to us: we find it, send it again, or refund you, as you choose.

# When you receive it
Chocolate should not wait at a door. Please have somebody receive it. Keep it cool and dry, as its label says, away from the sun and from strong smells.

# When a parcel comes back
If nobody could receive it, or the address was incomplete, we call or write to you before we send it again. A second delivery costs the shipping fee once more. If the chocolate has suffered by then, we tell you.`

const CANCELLATION_POLICY = `# Before you have paid
An order that is not paid ends by itself, and costs nothing. You can also cancel it yourself under My Orders.

# After you have paid
You can cancel without any charge until we have packed your order: under My Orders, or write to us with your order number. We refund the full amount, shipping included.

# Once it is packed
We can no longer stop a parcel that is packed. If something is wrong with it when it arrives, our return policy applies.

# Chocolate made for you alone
You can cancel a custom order without any charge until we begin to make it. After that we can no longer sell it to anybody else, and cannot refund it, unless it has a fault.

# If we cancel
If we cannot deliver what you ordered, we tell you and refund the full amount. ${EVERY_REFUND_TEXT} ${BANK_TIME_TEXT}`

const TERMS_POLICY = `# Who sells
You buy from us directly, not from anybody else through us. Our name, address and numbers are on this page and on the contact page.

# Prices
All prices are in Indian rupees and include the taxes that apply. Shipping is shown before you pay. What you see at checkout is what you pay: nothing is added later.

# When we have a contract
You place an order by paying for it. We confirm it by e-mail once we have your payment. If a price or a description was plainly wrong, we tell you and refund you in full.

# Payment
You pay by UPI. We never see your PIN. If your bank has taken money and we have not received it, your bank returns it; if we received it for an order that had ended, we send it back.

# Food
Please read the ingredients and allergens of each product before you order. Its page names what it contains and which traces are possible.

# Complaints
Write to us, and you get a ticket number. We acknowledge a complaint within 48 hours and settle it within one month. You can also turn to our grievance officer, or to the National Consumer Helpline (1915).

# Law
These terms follow the law of India. They take nothing away from your rights under the Consumer Protection Act, 2019.`

const unread = (text: string) => ({ text, isConfirmed: false })

export const DEFAULT_POLICIES = {
  returns: unread(RETURNS_POLICY),
  shipping: unread(SHIPPING_POLICY),
  cancellation: unread(CANCELLATION_POLICY),
  terms: unread(TERMS_POLICY),
  privacy: { isConfirmed: false },
} satisfies Record<PolicyName, { text: string; isConfirmed: boolean }> & { privacy: { isConfirmed: boolean } }

const claim = (figure: string, of: string) => ({ figure, of, source: '', isShown: false })

const clock = (minutes: number) => new Date(minutes * 60_000).toISOString().slice(11, 16)

const HOLIDAY_NAMES: Record<(typeof NATIONAL_HOLIDAYS)[number], string> = {
  '01-26': 'Republic Day',
  '08-15': 'Independence Day',
  '10-02': 'Gandhi Jayanti',
}

/** Hindi and Telugu words in Latin letters, as customers in India type them. */
const SPICE_NAMES: Record<string, string> = {
  elaichi: 'cardamom',
  ilaichi: 'cardamom',
  badam: 'almond',
  kesar: 'saffron',
  zafran: 'saffron',
  nariyal: 'coconut',
  kobbari: 'coconut',
  kaju: 'cashew',
  pista: 'pistachio',
  akhrot: 'walnut',
  gulab: 'rose',
  adrak: 'ginger',
  namak: 'salt',
  mirchi: 'chili',
  chilli: 'chili',
  dalchini: 'cinnamon',
  laung: 'clove',
  saunf: 'fennel',
  imli: 'tamarind',
  santra: 'orange',
  nimbu: 'lemon',
  anjeer: 'fig',
  khajur: 'date',
  kishmish: 'raisin',
  doodh: 'milk',
  shahad: 'honey',
  pudina: 'mint',
}

const zone = (prefix: string, place: string, [from, to]: readonly [number, number] = [2, 4]) => ({
  prefix,
  place,
  from,
  to,
  fee: null,
  freeFrom: null,
})

const byMonth = (months: readonly number[]) =>
  Object.fromEntries(MONTH_NAMES.map((name, nth) => [name, months[nth] ?? 0])) as Record<
    (typeof MONTH_NAMES)[number],
    number
  >

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
      zone('500', 'Hyderabad', [1, 1]),
      zone('50', 'Telangana', [1, 2]),
      zone('440', 'Nagpur', [2, 3]),
      zone('110', 'Delhi'),
      zone('400', 'Mumbai'),
      zone('411', 'Pune'),
      zone('380', 'Ahmedabad'),
      zone('560', 'Bengaluru'),
      zone('600', 'Chennai'),
      zone('700', 'Kolkata'),
    ],
    blocked: [
      {
        prefix: '9',
        text: 'Army Post Office: by arrangement. Please write to us before you order.',
        refusesOrders: false,
      },
    ],
    cutOff: DISPATCH_CUT_OFF,
  },
  dispatch: {
    weekdays: { monday: true, tuesday: true, wednesday: true, thursday: true, friday: true, saturday: true },
    parcelsPerDay: 0,
    busyDays: 0,
    craftingHoursPerDay: 0,
    craftingMinutesPerPiece: 10,
    closures: [],
  },
  // An address of the studio is needed first.
  pickup: { isOffered: false, address: '', pincode: HOME_PINCODE, fee: 0, readyFrom: '16:00', text: '' },
  sameDay: { isOffered: false, prefixes: ['500'], fee: 250, cutOff: '12:00', text: '' },
  courier: {
    service: 'by-hand',
    pickupLocation: '',
    pincode: HOME_PINCODE,
    packagingGrams: 250,
    itemGrams: 150,
    sides: { length: 25, breadth: 20, height: 10 },
  },
  heat: {
    isOn: true,
    safeTransit: 1,
    coolPackFee: 90,
    // Gel packs keep a parcel cool for about two days and two nights; a bar also bears what a truffle does not.
    classes: {
      bar: { coolPackFrom: 36, longestTransit: 6 },
      bonbon: { coolPackFrom: 34, longestTransit: 4 },
      truffle: { coolPackFrom: 33, longestTransit: 3 },
    },
    cities: CITY_TEMPERATURES.map(({ months, ...city }) => ({ ...city, months: byMonth(months) })),
  },
  gift: { isOffered: true, wrapFee: 60, text: 'Ivory paper, a gold ribbon and a card with your words.' },
  payments: { twoConfirmationsAbove: 10_000 },
  refunds: { automaticUpTo: 5_000, automaticPerDay: 25_000 },
  problems: { reportDays: 7 },
  search: { synonyms: Object.entries(SPICE_NAMES).map(([typed, meaning]) => ({ typed, meaning })) },
  sms: { templates: {}, whatsApp: { language: 'en', names: {} } },
  tax: {
    mode: 'unregistered',
    legalName: '',
    homeState: HOME_STATE,
    rates: [{ hsn: '18069010', percent: 5, validFrom: '2025-09-22' }],
  },
}
