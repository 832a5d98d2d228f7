import type { NetUnit } from './allergens.ts'

type Net = { value: number; unit: NetUnit }

/** From here the price is of a kilogram or litre. */
const LARGE = 1000

/**
 * Unit sale price in paise, half up, with its unit. Legal Metrology (Packaged Commodities) Rules 2011, rule 6(11): a gram or
 * millilitre below one kilogram or litre, a kilogram or litre from there, a piece where sold by number.
 */
export function unitPrice(pricePaise: number, { value, unit }: Net): { paise: number; per: string } {
  if (unit === 'pieces') return { paise: divideHalfUp(pricePaise, value), per: 'piece' }
  if (value < LARGE) return { paise: divideHalfUp(pricePaise, value), per: unit }
  return { paise: divideHalfUp(pricePaise * LARGE, value), per: unit === 'g' ? 'kg' : 'l' }
}

const divideHalfUp = (amount: number, by: number) => Math.floor((2 * amount + by) / (2 * by))
