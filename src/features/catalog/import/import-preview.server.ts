import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { inArray } from 'drizzle-orm'
import { shopDay } from '#src/core/dates.ts'
import { DEFAULT_MAX_PER_ORDER } from '#src/core/shop-policy.ts'
import { nameKey } from '#src/core/words.ts'
import type { Db } from '#src/db/database.server.ts'
import { ProductFields } from '#src/features/catalog/admin/admin-products.contract.ts'
import { parsePrice } from '#src/features/catalog/admin/product-input.ts'
import {
  type KnownFamilies,
  type PlannedSize,
  planSize,
  readFamilies,
  refuseBadFamilies,
} from '#src/features/catalog/families/import-sizes.server.ts'
import type { FoodFacts } from '#src/features/catalog/food/food-facts.contract.ts'
import { findFoodFacts } from '#src/features/catalog/food/product-facts.server.ts'
import { explainLowMrp, explainNotForSale, type SaleRules } from '#src/features/catalog/food/stored-facts.server.ts'
import type { ProductRow } from '#src/features/catalog/products/product-row.server.ts'
import { categories, products } from '#src/features/catalog/products/products.table.server.ts'
import { getTaxRates } from '#src/features/catalog/products/tax-rates.server.ts'
import { explainInvalidStock } from '#src/features/catalog/stock/stock-adjustments.server.ts'
import type { PriceTier } from '#src/features/catalog/tiers/price-tiers.contract.ts'
import { findPriceTiers } from '#src/features/catalog/tiers/price-tiers.server.ts'
import { toTierCell } from '#src/features/catalog/tiers/price-tiers.ts'
import { type DefaultTaxRate, toBasisPoints } from '#src/features/settings/settings-rules.ts'
import { CSV_COLUMNS, type CsvColumn } from './csv-format.ts'
import { FACT_TITLES, factTitleAt } from './fact-columns.ts'
import { filledIn, NEW_PRODUCT_CELLS, typedFields } from './planned-cells.ts'
import { type ProductCsvRow, toCsvCells } from './product-csv.server.ts'
import type { ImportLine, ImportPlan } from './product-import.contract.ts'

export type PlannedRow = ImportLine & {
  before: ProductRow | undefined
  factsBefore: FoodFacts
  after: { fields: ProductFields; archived: boolean; size: PlannedSize | undefined } | undefined
}

export type PreparedImport = { rows: PlannedRow[]; unchanged: number; hash: string }

type Known = {
  bySku: Map<string, ProductRow>
  categoryIds: Map<string, number>
  categoryNames: Map<number, string>
  rates: Map<number, DefaultTaxRate>
  facts: Map<number, FoodFacts>
  tiers: Map<number, PriceTier[]>
  families: KnownFamilies
  mode: SaleRules['mode']
  today: string
}
export type PlanOptions = SaleRules & { now: Date }
/** SKUs that this transaction has written; they are planned as new, and without pauses, because it holds locks. */
export type Planned = PlanOptions & { alreadyCreated?: { has: (sku: string) => boolean } }

const ROWS_BETWEEN_PAUSES = 100

/** Plans the changes of a file. */
export async function planImport(db: Db, rows: readonly ProductCsvRow[], look: Planned): Promise<PreparedImport> {
  const known = await loadKnownProducts(db, rows, look)
  const firstLines = new Map<string, number>()
  const all: PlannedRow[] = []
  for (const [nth, row] of rows.entries()) {
    if (nth % ROWS_BETWEEN_PAUSES === 0 && !look.alreadyCreated) await setImmediate()
    const sku = row.cells.sku ?? ''
    const first = firstLines.get(sku)
    firstLines.set(sku, first ?? row.line)
    all.push(planRow(row, known, first))
  }
  const finals = all.map(({ before, after, problems }) => {
    const tiers = after?.fields.tiers && toTierCell(after.fields.tiers)
    const categoryId = after?.fields.categoryId ?? before?.categoryId ?? 0
    return { id: before?.id, size: after?.size, categoryId, tiers, problems }
  })
  refuseBadFamilies(finals, known.families)
  const planned = all.filter(({ changes, problems }) => changes.length > 0 || problems.length > 0)
  return { rows: planned, unchanged: rows.length - planned.length, hash: hashOf(planned) }
}

export function toImportPlan({ rows, unchanged, hash }: PreparedImport, applied: boolean): ImportPlan {
  return {
    plan: hash,
    applied,
    creates: rows.filter(({ action }) => action === 'create').length,
    updates: rows.filter(({ action }) => action === 'update').length,
    unchanged,
    problems: rows.filter(({ problems }) => problems.length > 0).length,
    lines: rows.map(({ line, sku, name, action, changes, problems, notice }) => ({
      ...{ line, sku, name, action, changes, problems, notice },
    })),
  }
}

async function loadKnownProducts(
  db: Db,
  rows: readonly ProductCsvRow[],
  { mode, now, alreadyCreated }: Planned,
): Promise<Known> {
  const skus = [...new Set(rows.map(({ cells }) => cells.sku ?? ''))]
  const stored = await db.select().from(products).where(inArray(products.sku, skus))
  const touched = stored.filter(({ sku }) => !alreadyCreated?.has(sku))
  const all = await db.select().from(categories)
  const ids = touched.map(({ id }) => id)
  return {
    bySku: new Map(touched.map((row) => [row.sku, row])),
    rates: await getTaxRates(db, ids, shopDay(now)),
    facts: await findFoodFacts(db, ids),
    tiers: await findPriceTiers(db, ids),
    families: await readFamilies(
      db,
      touched.map(({ familyId }) => familyId),
      rows.flatMap(({ cells }) => cells.family || []),
    ),
    mode,
    today: shopDay(now),
    categoryIds: new Map(all.map(({ id, name }) => [nameKey(name), id])),
    categoryNames: new Map(all.map(({ id, name }) => [id, name])),
  }
}

function planRow({ line, cells }: ProductCsvRow, known: Known, firstLine: number | undefined): PlannedRow {
  const sku = cells.sku ?? ''
  const before = known.bySku.get(sku)
  const factsBefore = (before && known.facts.get(before.id)) ?? {}
  const old =
    before &&
    toCsvCells(before, {
      category: known.categoryNames.get(before.categoryId) ?? '',
      rate: known.rates.get(before.id),
      tiers: known.tiers.get(before.id),
      facts: factsBefore,
      family: known.families.namesById.get(before.familyId ?? 0),
    })
  const given = { ...NEW_PRODUCT_CELLS, ...old, ...filledIn(cells) }
  const size = planSize(given, { before, typed: cells.name }, known.families)
  const wanted = { ...given, name: size.name }
  const typed = typedFields(wanted, { ...known, typedTiers: cells.tiers })
  const parsed = ProductFields.safeParse(typed)
  const problems = [
    ...(parsed.success ? [] : parsed.error.issues.map((issue) => problemText(issue, given))),
    ...size.problems,
  ]
  if (firstLine !== undefined) problems.push(`Line ${firstLine} has the same SKU.`)
  const { archived, notice, saleProblems } = planSale(wanted, explainNotForSale(known, typed.facts), { before, cells })
  problems.push(...saleProblems)
  const stockProblem = parsed.success && before && explainInvalidStock(before, parsed.data.stock)
  if (stockProblem) problems.push(stockProblem)
  const after =
    parsed.success && problems.length === 0
      ? { fields: parsed.data, archived: archived === 'yes', size: size.planned }
      : undefined
  return {
    line,
    sku,
    name: wanted.name,
    action: before ? 'update' : 'create',
    changes: differences(
      old,
      after ? normalised(after, { known, tiersBefore: known.tiers.get(before?.id ?? 0) }) : { ...wanted, archived },
    ),
    problems: [...new Set(problems)],
    notice,
    before,
    factsBefore,
    after,
  }
}

type SaleOf = { before: ProductRow | undefined; cells: ProductCsvRow['cells'] }

/** A new product that may not be sold yet is archived, unless its row says that it is not. */
function planSale(wanted: Record<CsvColumn, string>, unsold: string | null, { before, cells }: SaleOf) {
  const notice = before || cells.archived ? null : unsold
  const archived = notice === null ? wanted.archived : 'yes'
  const goesOnSale = archived === 'no' && (!before || before.archivedAt !== null)
  const lowMrp = explainLowMrp(parsePrice(wanted.price) ?? 0, parsePrice(wanted.mrp))
  const saleProblems = [
    lowMrp && `${FACT_TITLES.mrp}: ${lowMrp}`,
    ['yes', 'no'].includes(archived) ? undefined : 'Archived is either yes or no.',
    goesOnSale ? unsold : undefined,
  ].filter((problem) => typeof problem === 'string')
  return { archived, notice, saleProblems }
}

/** Facts are many, so their column is named. A category cannot be chosen in a file. */
function problemText(
  { path, message }: { path: readonly PropertyKey[]; message: string },
  { category }: Record<CsvColumn, string>,
): string {
  if (path[0] === 'categoryId' && category !== '') return `There is no category "${category}".`
  const column = factTitleAt(path)
  return column === undefined ? message : `${column}: ${message}`
}

/** Normalizes cells: 450 and 450.00 are the same price. */
function normalised(
  { fields: { tax, price, tiers, facts = {}, ...fields }, archived, size }: NonNullable<PlannedRow['after']>,
  { known, tiersBefore }: { known: Known; tiersBefore: PriceTier[] | undefined },
) {
  const { maxPerOrder = DEFAULT_MAX_PER_ORDER, meltClass = 'bar' } = fields
  const archivedAt = archived ? new Date() : null
  const row = {
    ...fields,
    maxPerOrder,
    meltClass,
    pricePaise: price,
    archivedAt,
    sizeLabel: size?.label ?? null,
  }
  const rate = tax ? { hsn: tax.hsn, rateBasisPoints: toBasisPoints(tax.percent) } : undefined
  const category = known.categoryNames.get(fields.categoryId) ?? ''
  return toCsvCells(row, { category, rate, tiers: tiers ?? tiersBefore, facts, family: size?.family })
}

function differences(old: Record<CsvColumn, string> | undefined, now: Record<CsvColumn, string>) {
  const columns = Object.keys(CSV_COLUMNS) as CsvColumn[]
  return columns
    .filter(
      (column) =>
        (old?.[column] ?? '') !== now[column] && !(old === undefined && column === 'archived' && now.archived === 'no'),
    )
    .map((column) => ({ column: CSV_COLUMNS[column], before: old?.[column] ?? '', after: now[column] }))
}

/** The hash changes with the file or with a product that it touches. */
export function hashOf(rows: readonly PlannedRow[]): string {
  const seen = rows.map(({ line, sku, before, changes, problems, after }) => [
    ...[line, sku, before?.id, changes, problems],
    after?.fields.categoryId,
  ])
  return createHash('sha256').update(JSON.stringify(seen)).digest('hex').slice(0, 32)
}
