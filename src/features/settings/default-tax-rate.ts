import type { Settings } from './settings.contract.ts'

/** What a thing is called in the customs tariff, and its tax in hundredths of a percent. */
export type DefaultTaxRate = { hsn: string; rateBasisPoints: number }

/** The rate that counts on a day (2026-11-26): the latest that has begun. Before the first begins there is none other. */
export function findDefaultTaxRate({ rates }: Pick<Settings['tax'], 'rates'>, day: string): DefaultTaxRate {
  const sorted = [...rates].sort((a, b) => a.validFrom.localeCompare(b.validFrom))
  const counting = sorted.findLast(({ validFrom }) => validFrom <= day) ?? sorted[0]
  if (!counting) throw new Error('The shop has no usual rate of GST')
  return { hsn: counting.hsn, rateBasisPoints: toBasisPoints(counting.percent) }
}

/** 5 percent are 500, exactly. */
export function toBasisPoints(percent: number): number {
  return Math.round(percent * 100)
}
