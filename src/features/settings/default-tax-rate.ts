import type { Settings } from './settings.contract.ts'

export type DefaultTaxRate = { hsn: string; rateBasisPoints: number }

/** The rate on a day: the latest that has begun, or the first one. */
export function findDefaultTaxRate({ rates }: Pick<Settings['tax'], 'rates'>, day: string): DefaultTaxRate {
  const sorted = [...rates].sort((a, b) => a.validFrom.localeCompare(b.validFrom))
  const current = sorted.findLast(({ validFrom }) => validFrom <= day) ?? sorted[0]
  if (!current) throw new Error('The shop has no default GST rate')
  return { hsn: current.hsn, rateBasisPoints: toBasisPoints(current.percent) }
}

export function toBasisPoints(percent: number): number {
  return Math.round(percent * 100)
}
