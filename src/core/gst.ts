import { shopDay } from './dates.ts'
import { type Paise, paise } from './money.ts'

/**
 * How the shop stands to GST, which decides where it may send and which document goes with the parcel:
 * `unregistered` and `composition` may not supply to other states at all, `regular` sends everywhere and shows tax.
 */
export const GST_MODES = ['unregistered', 'composition', 'regular'] as const
export type GstMode = (typeof GST_MODES)[number]

/** The states and union territories of India by their names in GST law, with its codes. 28 was Andhra Pradesh before 2014. */
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

/** Inside the shop's own state (CGST and SGST), or to any other state or union territory (IGST). */
export type Supply = 'intra' | 'inter'

/** Goods are supplied where they are delivered (IGST Act, section 10), whatever a PIN code looks like. */
export function resolveSupplyType(state: IndianState, homeState: IndianState): Supply {
  return state === homeState ? 'intra' : 'inter'
}

/** Selling to another state obliges to be registered regularly, at any turnover. */
export function canSupply(mode: GstMode, supply: Supply): boolean {
  return mode === 'regular' || supply === 'intra'
}

export type TaxSplit = { taxable: Paise; cgst: Paise; sgst: Paise; igst: Paise }

const WHOLE = 10_000

/**
 * The tax within an amount that includes it, at a rate in hundredths of a percent (5% is 500). The four parts add up to
 * the amount to the paisa, and CGST equals SGST: the half tax is rounded first and the taxable value is what is left.
 */
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

/** A quotient of whole numbers, rounded half up without leaving them. */
function halfUp(numerator: number, denominator: number): Paise {
  const doubled = paise(2 * numerator + denominator)
  return paise((doubled - (doubled % (2 * denominator))) / (2 * denominator))
}

/** The financial year of a moment in India, April to March, as invoice numbers carry it: 26-27. */
export function financialYearOf(moment: Date): string {
  const [year = 0, month = 0] = shopDay(moment).split('-').map(Number)
  const start = month >= 4 ? year : year - 1
  return `${twoDigits(start)}-${twoDigits(start + 1)}`
}

const twoDigits = (year: number) => String(year % 100).padStart(2, '0')
