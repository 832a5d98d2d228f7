import { asc, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm'
import { DomainError } from '#src/core/domain-error.ts'
import {
  type Db,
  databaseErrorCode,
  FOREIGN_KEY_VIOLATION,
  inTransaction,
  UNIQUE_VIOLATION,
} from '#src/db/database.server.ts'
import { type Actor, recordChanges } from '#src/features/audit/record-change.server.ts'
import { lockFamilies } from '#src/features/catalog/families/family-rows.server.ts'
import { type SavedRow, saveImportedSizes } from '#src/features/catalog/families/import-sizes.server.ts'
import { type SaleRules, saveFacts } from '#src/features/catalog/food/stored-facts.server.ts'
import { syncFirstPictures } from '#src/features/catalog/images/product-pictures.server.ts'
import {
  nextUpdatedAt,
  type ProductRow,
  productAuditFields,
} from '#src/features/catalog/products/product-row.server.ts'
import { products, stockLedger } from '#src/features/catalog/products/products.table.server.ts'
import { saveTaxRates } from '#src/features/catalog/products/tax-rates.server.ts'
import { savePriceTiers } from '#src/features/catalog/tiers/price-tiers.server.ts'
import { CSV_COLUMNS } from './csv-format.ts'
import {
  hashOf,
  type Planned,
  type PlannedRow,
  type PlanOptions,
  planImport,
  toImportPlan,
} from './import-preview.server.ts'
import { type ProductCsvRow, parseProductCsv } from './product-csv.server.ts'
import type { ImportPlan } from './product-import.contract.ts'

/** Plans the changes of a file and saves nothing. */
export async function previewImport(db: Db, file: Uint8Array, look: PlanOptions): Promise<ImportPlan> {
  return toImportPlan(await planImport(db, parseProductCsv(file), look), false)
}

type Import = SaleRules & {
  file: Uint8Array
  plan: string
  by: Actor
  now: Date
  signal?: AbortSignal
}

/** Applies exactly the previewed changes, all or none. */
export async function applyImport(db: Db, { file, plan: seen, mode, by, now, signal }: Import): Promise<ImportPlan> {
  const rows = parseProductCsv(file)
  try {
    const preview = await planImport(db, rows, { mode, now })
    if (preview.hash !== seen) throw changedMeanwhile()
    if (preview.rows.some(({ problems }) => problems.length > 0))
      throw new DomainError('invalid', 'The file has errors. Nothing was changed.')
    return await inTransaction(db, async (tx) => {
      const hasFamilies = preview.rows.some(isOfFamily)
      if (hasFamilies) await lockFamilies(tx)
      const { create = [], update = [] } = Object.groupBy(preview.rows, ({ action }) => action)
      const created = await writeRows(tx, create, { by, signal })
      await writeTiers(
        tx,
        create.filter((row) => !isOfFamily(row)),
        by,
      )
      // Last, because customers wait for locked products. A category removed now can deadlock; the transaction repeats.
      await lockProducts(tx, update)
      const updates = await planLocked(tx, update, { rows, hasFamilies, look: { mode, now, alreadyCreated: created } })
      const saved = new Map([...created, ...(await writeRows(tx, updates, { by, signal }))])
      const inFileOrder = preview.rows.flatMap(({ sku }) => saved.get(sku) ?? [])
      await saveImportedSizes(tx, inFileOrder, by)
      await writeTiers(tx, [...create.filter(isOfFamily), ...updates], by)
      refuseCancelled(signal)
      return toImportPlan(preview, true)
    })
  } catch (error) {
    // A product with a SKU of the file was created meanwhile, or one of its categories deleted.
    if (CHANGED_MEANWHILE.has(databaseErrorCode(error))) throw changedMeanwhile()
    throw error
  }
}

/** The changes again, now that their products are locked; without families only those rows have to be looked at. */
async function planLocked(
  tx: Db,
  seen: readonly PlannedRow[],
  { rows, hasFamilies, look }: { rows: readonly ProductCsvRow[]; hasFamilies: boolean; look: Planned },
): Promise<PlannedRow[]> {
  const skus = new Set(seen.map(({ sku }) => sku))
  const { rows: planned } = await planImport(
    tx,
    hasFamilies ? rows : rows.filter(({ cells }) => skus.has(cells.sku ?? '')),
    look,
  )
  const updates = planned.filter(({ action }) => action === 'update')
  if (hashOf(updates) !== hashOf(seen) || planned.some(isOfFamily) !== hasFamilies) throw changedMeanwhile()
  return updates
}

const isOfFamily = ({ before, after }: PlannedRow) => (after?.size ?? before?.familyId ?? null) !== null

function refuseCancelled(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new DomainError('unavailable', 'The import was cancelled. Nothing was changed.')
}

async function lockProducts(db: Db, rows: readonly PlannedRow[]): Promise<void> {
  const isOfFile = inArray(
    products.sku,
    rows.map(({ sku }) => sku),
  )
  await db.select({ id: products.id }).from(products).where(isOfFile).orderBy(asc(products.id)).for('update')
}

const CHANGED_MEANWHILE = new Set<string | undefined>([UNIQUE_VIOLATION, FOREIGN_KEY_VIOLATION])

const changedMeanwhile = () =>
  new DomainError(
    'conflict',
    'The products or the file have changed since the preview. Nothing was saved: please preview it again.',
    { code: 'changed-meanwhile' },
  )

/** Small batches, so that the request can be cancelled between them. */
const A_BATCH = 250

async function writeRows(
  tx: Db,
  rows: readonly PlannedRow[],
  { by, signal }: Pick<Import, 'by' | 'signal'>,
): Promise<Map<string, SavedRow>> {
  const saved = new Map<string, SavedRow>()
  for (let at = 0; at < rows.length; at += A_BATCH) {
    refuseCancelled(signal)
    const batch = rows.slice(at, at + A_BATCH)
    const now = new Map((await writeBatch(tx, batch)).map((row) => [row.sku, row]))
    const written = batch.flatMap(({ sku, before, factsBefore, action, after: planned }) => {
      const after = now.get(sku)
      return after
        ? [{ action, before, factsBefore, after, size: planned?.size, facts: planned?.fields.facts ?? {} }]
        : []
    })
    for (const row of written) saved.set(row.after.sku, row)
    await saveFacts(
      tx,
      written.map(({ after, facts }) => ({ productId: after.id, facts })),
    )
    await syncFirstPictures(
      tx,
      written.map(({ after }) => after.id),
    )
    await recordStock(tx, written, by)
    await saveTaxRates(tx, changedRates(batch, now), by)
    await recordChanges(
      tx,
      written.map(({ action, before, factsBefore, after, facts }) => ({
        by,
        entity: 'product',
        entityId: after.id,
        action,
        before: before && productAuditFields(before, factsBefore),
        after: productAuditFields(after, facts),
      })),
    )
  }
  return saved
}

async function writeBatch(tx: Db, batch: readonly PlannedRow[]): Promise<ProductRow[]> {
  const added = batch.flatMap(({ before, after }) => (after && !before ? [columnsOf(after)] : []))
  const known = batch.flatMap(({ before, after }) => (after && before ? [{ id: before.id, ...columnsOf(after) }] : []))
  const inserted = added.length > 0 ? await tx.insert(products).values(added).returning() : []
  return known.length > 0 ? [...inserted, ...(await updateRows(tx, known))] : inserted
}

/** The compiler asks for each column of a row; the types of the record follow from the table. */
function updateRows(tx: Db, rows: ({ id: number } & ImportedColumns)[]): Promise<ProductRow[]> {
  const given = (column: keyof ImportedColumns) => sql`given.${sql.identifier(column)}`
  const columns = {
    name: given('name'),
    description: given('description'),
    pricePaise: given('pricePaise'),
    stock: given('stock'),
    minStock: given('minStock'),
    maxPerOrder: given('maxPerOrder'),
    meltClass: given('meltClass'),
    imageUrl: given('imageUrl'),
    categoryId: given('categoryId'),
    archivedAt: sql`case when ${given('archivedAt')} is not null then coalesce(${products.archivedAt}, ${given('archivedAt')}) end`,
  } satisfies Record<Exclude<keyof ImportedColumns, 'sku'>, SQL>
  const types = (['id', ...Object.keys(columns)] as ('id' | keyof typeof columns)[]).map(
    (column) => sql`${sql.identifier(column)} ${sql.raw(products[column].getSQLType())}`,
  )
  return tx
    .update(products)
    .set({ ...columns, updatedAt: nextUpdatedAt })
    .from(sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given(${sql.join(types, sql`, `)})`)
    .where(sql`${products.id} = given.id`)
    .returning(getTableColumns(products))
}

type ImportedColumns = ReturnType<typeof columnsOf>

function columnsOf({
  fields: { price, tax: _, facts: __, images: ___, tiers: ____, ...fields },
  archived,
}: NonNullable<PlannedRow['after']>) {
  return { ...fields, pricePaise: price, archivedAt: archived ? new Date() : null }
}

type Written = { before: ProductRow | undefined; after: ProductRow }

async function recordStock(tx: Db, written: Written[], by: Actor): Promise<void> {
  const moves = written
    .map(({ before, after }) => ({ productId: after.id, change: after.stock - (before?.stock ?? 0), isNew: !before }))
    .filter(({ change }) => change !== 0)
  if (moves.length === 0) return
  await tx.insert(stockLedger).values(
    moves.map(({ isNew, ...move }) => ({
      ...move,
      reason: isNew ? ('opening' as const) : ('counted' as const),
      note: 'From a file',
      actorEmail: by.email,
    })),
  )
}

/** After the sizes: a family has the tiers of its products. */
async function writeTiers(tx: Db, rows: readonly PlannedRow[], by: Actor): Promise<void> {
  const tiersOf = new Map(rows.flatMap(({ sku, after }) => (after?.fields.tiers ? [[sku, after.fields.tiers]] : [])))
  if (tiersOf.size === 0) return
  const owners = await tx
    .select({ id: products.id, sku: products.sku, familyId: products.familyId })
    .from(products)
    .where(inArray(products.sku, [...tiersOf.keys()]))
  const tiers = owners.map(({ sku, ...product }) => ({ product, tiers: tiersOf.get(sku) ?? [] }))
  for (let at = 0; at < tiers.length; at += A_BATCH) await savePriceTiers(tx, tiers.slice(at, at + A_BATCH), by)
}

function changedRates(batch: readonly PlannedRow[], now: ReadonlyMap<string, ProductRow>) {
  return batch.flatMap(({ sku, after, changes }) => {
    const [row, rate] = [now.get(sku), after?.fields.tax]
    const isChanged = changes.some(({ column }) => column === CSV_COLUMNS.hsn || column === CSV_COLUMNS.gst)
    return row && rate && isChanged ? [{ productId: row.id, rate }] : []
  })
}
