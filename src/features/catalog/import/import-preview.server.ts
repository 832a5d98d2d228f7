import { createHash } from 'node:crypto'
import { asc, inArray } from 'drizzle-orm'
import { shopDay } from '#src/core/dates.ts'
import { DEFAULT_MAX_PER_ORDER } from '#src/core/shop-policy.ts'
import type { Db } from '#src/db/database.server.ts'
import { ProductFields } from '#src/features/catalog/admin/admin-products.contract.ts'
import type { ProductRow } from '#src/features/catalog/products/product-row.server.ts'
import { categories, products } from '#src/features/catalog/products/products.table.server.ts'
import { getTaxRates } from '#src/features/catalog/products/tax-rates.server.ts'
import { explainInvalidStock } from '#src/features/catalog/stock/stock-adjustments.server.ts'
import { type DefaultTaxRate, toBasisPoints } from '#src/features/settings/settings-rules.ts'
import { CSV_COLUMNS, type CsvColumn } from './csv-format.ts'
import { type CsvRow, toCsvCells } from './product-csv.server.ts'
import type { ImportLine, ImportPlan } from './product-import.contract.ts'

export type PlannedRow = ImportLine & {
  before: ProductRow | undefined
  after: { fields: ProductFields; archived: boolean } | undefined
}

export type PreparedImport = { rows: PlannedRow[]; unchanged: number; hash: string }

type Known = {
  bySku: Map<string, ProductRow>
  categoryIds: Map<string, number>
  categoryNames: Map<number, string>
  rates: Map<number, DefaultTaxRate>
  today: string
}
type PlanOptions = { isLocking: boolean; now: Date }

/** Plans the changes of a file; with `isLocking` it locks the products until the transaction ends. */
export async function planImport(db: Db, rows: readonly CsvRow[], look: PlanOptions): Promise<PreparedImport> {
  const known = await loadKnownProducts(db, rows, look)
  const firstLines = new Map<string, number>()
  const planned: PlannedRow[] = []
  for (const row of rows) {
    const sku = row.cells.sku ?? ''
    const first = firstLines.get(sku)
    firstLines.set(sku, first ?? row.line)
    const plan = planRow(row, known, first)
    if (plan.changes.length > 0 || plan.problems.length > 0) planned.push(plan)
  }
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
    lines: rows.map(({ line, sku, name, action, changes, problems }) => ({
      line,
      sku,
      name,
      action,
      changes,
      problems,
    })),
  }
}

async function loadKnownProducts(db: Db, rows: readonly CsvRow[], { isLocking, now }: PlanOptions): Promise<Known> {
  const skus = [...new Set(rows.map(({ cells }) => cells.sku ?? ''))]
  const found = db.select().from(products).where(inArray(products.sku, skus)).orderBy(asc(products.id))
  const all = await db.select().from(categories)
  const touched = await (isLocking ? found.for('update') : found)
  const ids = touched.map(({ id }) => id)
  return {
    bySku: new Map(touched.map((row) => [row.sku, row])),
    rates: await getTaxRates(db, ids, shopDay(now)),
    today: shopDay(now),
    categoryIds: new Map(all.map(({ id, name }) => [name.toLowerCase(), id])),
    categoryNames: new Map(all.map(({ id, name }) => [id, name])),
  }
}

function planRow({ line, cells }: CsvRow, known: Known, firstLine: number | undefined): PlannedRow {
  const sku = cells.sku ?? ''
  const before = known.bySku.get(sku)
  const old =
    before &&
    toCsvCells(before, {
      category: known.categoryNames.get(before.categoryId) ?? '',
      rate: known.rates.get(before.id),
    })
  const wanted = { ...NOTHING, ...old, ...filledIn(cells) }
  const parsed = ProductFields.safeParse(typedFields(wanted, known))
  const problems = parsed.success ? [] : parsed.error.issues.map(({ message }) => message)
  if (firstLine !== undefined) problems.push(`Line ${firstLine} has the same SKU.`)
  if (!['yes', 'no'].includes(wanted.archived)) problems.push('Archived is either yes or no.')
  const stockProblem = parsed.success && before && explainInvalidStock(before, parsed.data.stock)
  if (stockProblem) problems.push(stockProblem)
  const after =
    parsed.success && problems.length === 0 ? { fields: parsed.data, archived: wanted.archived === 'yes' } : undefined
  return {
    line,
    sku,
    name: wanted.name,
    action: before ? 'update' : 'create',
    changes: differences(old, after ? normalised(after, known) : wanted),
    problems,
    before,
    after,
  }
}

const NOTHING: Record<CsvColumn, string> = {
  sku: '',
  name: '',
  description: '',
  category: '',
  price: '',
  stock: '0',
  minStock: '0',
  maxPerOrder: String(DEFAULT_MAX_PER_ORDER),
  imageUrl: '',
  hsn: '',
  gst: '',
  archived: 'no',
}

/** A blank cell clears these; elsewhere it changes nothing. */
const CLEARABLE = new Set<string>(['description', 'imageUrl'])

function filledIn(cells: CsvRow['cells']): CsvRow['cells'] {
  return Object.fromEntries(Object.entries(cells).filter(([column, cell]) => cell !== '' || CLEARABLE.has(column)))
}

/** Cells in the form's shape, so that both use the same validation. */
function typedFields(
  { archived: _, category, hsn, gst, ...cells }: Record<CsvColumn, string>,
  { categoryIds, today }: Known,
) {
  const whole = (cell: string) => (/^[0-9]{1,9}$/.test(cell) ? Number(cell) : Number.NaN)
  return {
    ...cells,
    stock: whole(cells.stock),
    minStock: whole(cells.minStock),
    maxPerOrder: whole(cells.maxPerOrder),
    categoryId: categoryIds.get(category.toLowerCase()) ?? 0,
    tax: hsn === '' && gst === '' ? null : { hsn, percent: percentIn(gst), validFrom: today },
  }
}

function percentIn(cell: string): number {
  return /^[0-9]{1,2}(\.[0-9]{1,2})? ?%?$/.test(cell) ? Number.parseFloat(cell) : Number.NaN
}

/** Normalizes cells: 450 and 450.00 are the same price. */
function normalised({ fields: { tax, price, ...fields }, archived }: NonNullable<PlannedRow['after']>, known: Known) {
  const { maxPerOrder = DEFAULT_MAX_PER_ORDER } = fields
  const row = { ...fields, maxPerOrder, pricePaise: price, archivedAt: archived ? new Date() : null }
  const rate = tax ? { hsn: tax.hsn, rateBasisPoints: toBasisPoints(tax.percent) } : undefined
  return toCsvCells(row, { category: known.categoryNames.get(fields.categoryId) ?? '', rate })
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
function hashOf(rows: PlannedRow[]): string {
  const seen = rows.map(({ line, sku, before, changes, problems }) => [line, sku, before?.id, changes, problems])
  return createHash('sha256').update(JSON.stringify(seen)).digest('hex').slice(0, 32)
}
