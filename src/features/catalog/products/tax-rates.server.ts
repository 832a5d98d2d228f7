import { and, desc, eq, inArray, lte } from 'drizzle-orm'
import { shopDay } from '#src/core/dates.ts'
import type { Db } from '#src/db/database.server.ts'
import { type Actor, recordChanges } from '#src/features/audit/record-change.server.ts'
import type { ProductTax } from '#src/features/catalog/admin/admin-products.contract.ts'
import { readSection } from '#src/features/settings/read-settings.server.ts'
import type { Settings } from '#src/features/settings/settings.contract.ts'
import { type DefaultTaxRate, findDefaultTaxRate, toBasisPoints } from '#src/features/settings/settings-rules.ts'
import { productNotFound } from './product-row.server.ts'
import type { TaxRates } from './products.contract.ts'
import { products, productTaxRates } from './products.table.server.ts'

/** Returns the HSN and rate of each product on a day: its own or the default. */
export async function getTaxRates(
  tx: Db,
  productIds: readonly number[],
  day: string,
): Promise<Map<number, DefaultTaxRate>> {
  const usual = await getDefaultTaxRate(tx, day)
  const own = await ownRatesOn(tx, productIds, day)
  return new Map(productIds.map((id) => [id, own.get(id) ?? usual]))
}

export async function getDefaultTaxRate(tx: Db, day: string): Promise<DefaultTaxRate> {
  return findDefaultTaxRate(await readSection(tx, 'tax'), day)
}

export async function getCurrentTaxRates(db: Db, now: Date): Promise<TaxRates> {
  const today = shopDay(now)
  const own = await ownRatesOn(db, 'all', today)
  const { rateBasisPoints } = await getDefaultTaxRate(db, today)
  return {
    usual: rateBasisPoints / 100,
    products: Object.fromEntries([...own].map(([id, rate]) => [id, rate.rateBasisPoints / 100])),
  }
}

async function ownRatesOn(
  tx: Db,
  productIds: readonly number[] | 'all',
  day: string,
): Promise<Map<number, DefaultTaxRate>> {
  const { id, productId, hsn, rateBasisPoints, validFrom } = productTaxRates
  const rows = await tx
    .selectDistinctOn([productId], { productId, hsn, rateBasisPoints })
    .from(productTaxRates)
    .where(and(productIds === 'all' ? undefined : inArray(productId, [...productIds]), lte(validFrom, day)))
    .orderBy(productId, desc(validFrom), desc(id))
  return new Map(rows.map(({ productId, ...rate }) => [productId, rate]))
}

type NewRate = { productId: number; rate: Settings['tax']['rates'][number] }

/** Saves the rates of products from a day on, where they differ from the current ones. */
export async function saveTaxRates(tx: Db, rates: readonly NewRate[], by: Actor): Promise<void> {
  const changed: (NewRate & { rateBasisPoints: number; before: DefaultTaxRate | undefined })[] = []
  for (const [day, ofDay] of Map.groupBy(rates, ({ rate }) => rate.validFrom)) {
    const known = await getTaxRates(
      tx,
      ofDay.map(({ productId }) => productId),
      day,
    )
    for (const { productId, rate } of ofDay) {
      const [before, rateBasisPoints] = [known.get(productId), toBasisPoints(rate.percent)]
      if (before?.hsn === rate.hsn && before.rateBasisPoints === rateBasisPoints) continue
      changed.push({ productId, rate, rateBasisPoints, before })
    }
  }
  if (changed.length === 0) return
  await tx.insert(productTaxRates).values(
    changed.map(({ productId, rateBasisPoints, rate: { hsn, validFrom } }) => ({
      ...{ productId, hsn, rateBasisPoints, validFrom },
      actorEmail: by.email,
    })),
  )
  await recordChanges(
    tx,
    changed.map(({ productId, before, rate: { hsn, percent, validFrom } }) => ({
      ...{ by, entity: 'product', entityId: productId, action: 'update' },
      before: before && { hsn: before.hsn, gstPercent: before.rateBasisPoints / 100 },
      after: { hsn, gstPercent: percent, validFrom },
    })),
  )
}

export async function getProductTax(db: Db, { id, now }: { id: number; now: Date }): Promise<ProductTax> {
  if ((await db.$count(products, eq(products.id, id))) === 0) throw productNotFound()
  const today = shopDay(now)
  const counting = (await ownRatesOn(db, [id], today)).get(id) ?? (await getDefaultTaxRate(db, today))
  const { productId, hsn, rateBasisPoints, validFrom, actorEmail } = productTaxRates
  const rows = await db
    .select({ id: productTaxRates.id, hsn, rateBasisPoints, validFrom, by: actorEmail })
    .from(productTaxRates)
    .where(eq(productId, id))
    .orderBy(desc(validFrom), desc(productTaxRates.id))
  return {
    hsn: counting.hsn,
    percent: counting.rateBasisPoints / 100,
    isOwn: rows.some(({ validFrom }) => validFrom <= today),
    rates: rows.map(({ rateBasisPoints, ...row }) => ({ ...row, percent: rateBasisPoints / 100 })),
  }
}
