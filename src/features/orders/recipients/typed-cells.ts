import { getStatesOfPincode } from '#src/core/delivery/pincode-states.ts'
import type { IndianState } from '#src/core/gst.ts'
import { INDIAN_STATES } from '#src/features/orders/place/shipping-states.ts'

const lettersOf = (text: string) =>
  text
    .toLowerCase()
    .replaceAll('&', 'and')
    .replaceAll(/[^a-z]/g, '')

/** Codes of number plates, and names that are older or shorter than the official ones. */
const OTHER_NAMES: Partial<Record<IndianState, string>> = {
  'Andaman and Nicobar Islands': 'an andamanandnicobar andaman',
  'Andhra Pradesh': 'ap andhra',
  'Arunachal Pradesh': 'ar',
  Assam: 'as',
  Bihar: 'br',
  Chandigarh: 'ch',
  Chhattisgarh: 'cg ct chattisgarh',
  'Dadra and Nagar Haveli and Daman and Diu': 'dd dn dh dadraandnagarhaveli damananddiu',
  Delhi: 'dl newdelhi nctofdelhi delhinct',
  Goa: 'ga',
  Gujarat: 'gj gujrat',
  Haryana: 'hr',
  'Himachal Pradesh': 'hp himachal',
  'Jammu and Kashmir': 'jk jammuandkashmir jammukashmir',
  Jharkhand: 'jh',
  Karnataka: 'ka',
  Kerala: 'kl',
  Ladakh: 'la',
  Lakshadweep: 'ld',
  'Madhya Pradesh': 'mp',
  Maharashtra: 'mh',
  Manipur: 'mn',
  Meghalaya: 'ml',
  Mizoram: 'mz',
  Nagaland: 'nl',
  Odisha: 'od or orissa',
  Puducherry: 'py pondicherry pondy',
  Punjab: 'pb',
  Rajasthan: 'rj',
  Sikkim: 'sk',
  'Tamil Nadu': 'tn tamilnad',
  Telangana: 'ts tg telengana telangana',
  Tripura: 'tr',
  'Uttar Pradesh': 'up',
  Uttarakhand: 'uk ut uttaranchal',
  'West Bengal': 'wb bengal',
}

const NAMES = new Map(
  INDIAN_STATES.flatMap((state) =>
    [lettersOf(state), ...(OTHER_NAMES[state]?.split(' ') ?? [])].map((name) => [name, state] as const),
  ),
)

export const parseTypedState = (typed: string): IndianState | undefined => NAMES.get(lettersOf(typed))

export function decideState(pincode: string): IndianState | undefined {
  const [state, ...others] = getStatesOfPincode(pincode) ?? []
  return others.length === 0 ? state : undefined
}

const MONTH_NAMES = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')

const MIDNIGHT = /[T ]0{1,2}:00(?::00(?:\.0+)?)?Z?$/
const YEAR_FIRST = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/
const DAY_FIRST = /^(\d{1,2})[-/. ](\d{1,2}|[a-z]{3,9})[-/. ,]{1,2}(\d{4}|\d{2})$/i

/** Reads an ISO date or one with the day first, as in India: 27/11/2026, 27-11-26, 27 Nov 2026. */
export function parseTypedDay(typed: string): string | undefined {
  const text = typed.trim().replace(MIDNIGHT, '')
  const iso = YEAR_FIRST.exec(text)
  if (iso) return toDay(iso[1], iso[2], iso[3])
  const [, day, month = '', year = ''] = DAY_FIRST.exec(text) ?? []
  const named = MONTH_NAMES.indexOf(month.slice(0, 3).toLowerCase()) + 1
  return toDay(year.length === 2 ? `20${year}` : year, named > 0 ? String(named) : month, day)
}

function toDay(year = '', month = '', day = ''): string | undefined {
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const date = new Date(iso)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso) && iso.length === 10 ? iso : undefined
}
