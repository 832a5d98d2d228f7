import { shopDay } from './dates.ts'
import { type Paise, paise } from './money.ts'

/** `unregistered` and `composition` shops cannot supply to other states; only `regular` ones show tax. */
export const GST_MODES = ['unregistered', 'composition', 'regular'] as const
export type GstMode = (typeof GST_MODES)[number]

/** GST state codes. 28 was Andhra Pradesh before 2014. */
export const STATE_CODES = {
  'Jammu and Kashmir': '01',
  'Himachal Pradesh': '02',
  Punjab: '03',
  Chandigarh: '04',
  Uttarakhand: '05',
  Haryana: '06',
  Delhi: '07',
  Rajasthan: '08',
  'Uttar Pradesh': '09',
  Bihar: '10',
  Sikkim: '11',
  'Arunachal Pradesh': '12',
  Nagaland: '13',
  Manipur: '14',
  Mizoram: '15',
  Tripura: '16',
  Meghalaya: '17',
  Assam: '18',
  'West Bengal': '19',
  Jharkhand: '20',
  Odisha: '21',
  Chhattisgarh: '22',
  'Madhya Pradesh': '23',
  Gujarat: '24',
  'Dadra and Nagar Haveli and Daman and Diu': '26',
  Maharashtra: '27',
  Karnataka: '29',
  Goa: '30',
  Lakshadweep: '31',
  Kerala: '32',
  'Tamil Nadu': '33',
  Puducherry: '34',
  'Andaman and Nicobar Islands': '35',
  Telangana: '36',
  'Andhra Pradesh': '37',
  Ladakh: '38',
} as const
export type IndianState = keyof typeof STATE_CODES

/** Within the shop's state (CGST and SGST), or to another one (IGST). */
export type Supply = 'intra' | 'inter'

type Delivered = { state: IndianState; buyerGstin: string | null | undefined; isForAnother: boolean }

/**
 * Goods are supplied where they are delivered (IGST Act, section 10(1)(a); for buyers without GSTIN also 10(1)(ca) with
 * circular 209/3/2024). What a registered buyer has sent to somebody else is supplied to the buyer, in the state of the
 * GSTIN: section 10(1)(b), "bill to, ship to".
 */
export function resolvePlaceOfSupply({ state, buyerGstin, isForAnother }: Delivered): IndianState {
  return (isForAnother && buyerGstin && stateOfGstin(buyerGstin)) || state
}

function stateOfGstin(gstin: string): IndianState | undefined {
  const states = Object.keys(STATE_CODES) as IndianState[]
  return states.find((state) => gstin.startsWith(STATE_CODES[state]))
}

/** Compares the place of supply with the shop's own state. */
export function resolveSupplyType(state: IndianState, homeState: IndianState): Supply {
  return state === homeState ? 'intra' : 'inter'
}

/** Supply to another state requires regular registration. */
export function canSupply(mode: GstMode, supply: Supply): boolean {
  return mode === 'regular' || supply === 'intra'
}

/** Whether the shop may deliver inside its own state only. */
export function shipsWithinStateOnly({ mode }: { mode: GstMode }): boolean {
  return !canSupply(mode, 'inter')
}

export type TaxSplit = { taxable: Paise; cgst: Paise; sgst: Paise; igst: Paise }

const WHOLE = 10_000

/** Splits a tax-inclusive amount. The parts add up to the paisa, and CGST equals SGST. */
export function splitInclusiveTax(inclusive: Paise, rateBasisPoints: number, supply: Supply): TaxSplit {
  if (inclusive < 0) throw new Error(`There is no tax within a negative amount: ${inclusive}`)
  const none = paise(0)
  if (supply === 'intra') {
    const half = halfUp(inclusive * rateBasisPoints, 2 * (WHOLE + rateBasisPoints))
    return { taxable: paise(inclusive - 2 * half), cgst: half, sgst: half, igst: none }
  }
  const taxable = halfUp(inclusive * WHOLE, WHOLE + rateBasisPoints)
  return { taxable, cgst: none, sgst: none, igst: paise(inclusive - taxable) }
}

function halfUp(numerator: number, denominator: number): Paise {
  const doubled = paise(2 * numerator + denominator)
  return paise((doubled - (doubled % (2 * denominator))) / (2 * denominator))
}

/** Returns the Indian financial year, which runs from April to March: 26-27. */
export function financialYearOf(date: Date): string {
  const [year = 0, month = 0] = shopDay(date).split('-').map(Number)
  const start = month >= 4 ? year : year - 1
  return `${twoDigits(start)}-${twoDigits(start + 1)}`
}

const twoDigits = (year: number) => String(year % 100).padStart(2, '0')
