import { asc, eq } from 'drizzle-orm'
import { shopDay } from '#src/core/dates.ts'
import { decimalRupees, paise } from '#src/core/money.ts'
import type { Db } from '#src/db/database.server.ts'
import type { FoodFacts } from '#src/features/catalog/food/food-facts.contract.ts'
import type { ProductRow } from '#src/features/catalog/products/product-row.server.ts'
import {
  categories,
  productFacts,
  productFamilies,
  products,
} from '#src/features/catalog/products/products.table.server.ts'
import { getTaxRates } from '#src/features/catalog/products/tax-rates.server.ts'
import type { PriceTier } from '#src/features/catalog/tiers/price-tiers.contract.ts'
import { findPriceTiers } from '#src/features/catalog/tiers/price-tiers.server.ts'
import { toTierCell } from '#src/features/catalog/tiers/price-tiers.ts'
import type { DefaultTaxRate } from '#src/features/settings/settings-rules.ts'
import { type CsvRow, readCsv, writeCsv } from '#src/server/csv/csv.server.ts'
import { CSV_COLUMNS, type CsvColumn, MAX_IMPORT_ROWS } from './csv-format.ts'
import { toFactCells } from './fact-columns.ts'

export type ProductCsvRow = CsvRow<CsvColumn>

const COLUMNS = Object.keys(CSV_COLUMNS) as CsvColumn[]

/** Exports all products, archived ones too, as CSV that is safe to open in Excel. */
export async function exportProductCsv(db: Db, now: Date): Promise<string> {
  const rows = await db
    .select()
    .from(products)
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .leftJoin(productFamilies, eq(productFamilies.id, products.familyId))
    .leftJoin(productFacts, eq(productFacts.productId, products.id))
    .orderBy(asc(products.sku))
  const ids = rows.map((row) => row.products.id)
  const rates = await getTaxRates(db, ids, shopDay(now))
  const tiers = await findPriceTiers(db, ids)
  const records = rows.map((row) => {
    const [category, rate] = [row.categories.name, rates.get(row.products.id)]
    const beside = {
      category,
      rate,
      tiers: tiers.get(row.products.id),
      facts: row.product_facts?.facts ?? {},
      family: row.product_families?.name,
    }
    const cells = toCsvCells(row.products, beside)
    return COLUMNS.map((column) => cells[column])
  })
  return writeCsv(Object.values(CSV_COLUMNS), records)
}

type CsvProduct = Omit<ProductRow, 'id' | 'reserved' | 'familyId' | 'sizePosition' | 'createdAt' | 'updatedAt'>
type Beside = {
  category: string
  rate: DefaultTaxRate | undefined
  tiers: readonly PriceTier[] | undefined
  facts: FoodFacts
  family: string | undefined
}

/** Converts a product to cells, with the HSN and rate that apply today. */
export function toCsvCells(
  row: CsvProduct,
  { category, rate, tiers = [], facts, family }: Beside,
): Record<CsvColumn, string> {
  return {
    sku: row.sku,
    name: row.name,
    description: row.description,
    category,
    price: decimalRupees(paise(row.pricePaise)),
    stock: String(row.stock),
    minStock: String(row.minStock),
    maxPerOrder: String(row.maxPerOrder),
    tiers: toTierCell(tiers),
    meltClass: row.meltClass,
    imageUrl: row.imageUrl ?? '',
    hsn: rate?.hsn ?? '',
    gst: rate ? String(rate.rateBasisPoints / 100) : '',
    archived: row.archivedAt ? 'yes' : 'no',
    family: family ?? '',
    size: row.sizeLabel ?? '',
    ...toFactCells(facts),
  }
}

export function parseProductCsv(file: Uint8Array): ProductCsvRow[] {
  const required = { sku: 'The SKU column is missing. It identifies the rows.' }
  const tooManyRows = `The file has more than ${MAX_IMPORT_ROWS} rows. Please split it.`
  return readCsv(file, { columns: CSV_COLUMNS, required, maxRows: MAX_IMPORT_ROWS, tooManyRows })
}
