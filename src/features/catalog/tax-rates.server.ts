import { and, desc, inArray, lte } from 'drizzle-orm'
import { readSection } from '#src/features/settings/settings.server.ts'
import { type DatedRate, usualRateOn } from '#src/features/settings/usual-rate.rules.ts'
import type { Db } from '#src/platform/database.server.ts'
import { productTaxRates } from './catalog.table.server.ts'

/**
 * The HSN and the rate of each of these products on a day (2026-11-26): its own, else the shop's usual one. Every id
 * that is asked for has its answer.
 */
export async function taxRatesOn(tx: Db, productIds: readonly number[], day: string): Promise<Map<number, DatedRate>> {
  const usual = await usualTaxRateOn(tx, day)
  const own = await ownRatesOn(tx, productIds, day)
  return new Map(productIds.map((id) => [id, own.get(id) ?? usual]))
}

/** The rate of what is made for one shopper alone. */
export async function usualTaxRateOn(tx: Db, day: string): Promise<DatedRate> {
  return usualRateOn(await readSection(tx, 'tax'), day)
}

async function ownRatesOn(tx: Db, productIds: readonly number[], day: string): Promise<Map<number, DatedRate>> {
  const { id, productId, hsn, rateBasisPoints, validFrom } = productTaxRates
  const rows = await tx
    .selectDistinctOn([productId], { productId, hsn, rateBasisPoints })
    .from(productTaxRates)
    .where(and(inArray(productId, [...productIds]), lte(validFrom, day)))
    .orderBy(productId, desc(validFrom), desc(id))
  return new Map(rows.map(({ productId, ...rate }) => [productId, rate]))
}
