import { asc, eq, inArray, sql } from 'drizzle-orm'
import { nameKey } from '#src/core/words.ts'
import type { Db } from '#src/db/database.server.ts'
import { type Actor, recordChanges } from '#src/features/audit/record-change.server.ts'
import type { ProductRow } from '#src/features/catalog/products/product-row.server.ts'
import { productFamilies, products } from '#src/features/catalog/products/products.table.server.ts'
import { joinPriceTiers } from '#src/features/catalog/tiers/price-tiers.server.ts'
import { SizeCells } from './admin-sizes.contract.ts'
import { deleteEmptyFamilies } from './family-rows.server.ts'
import { equalLabelText, MAX_SIZES, nameOfSize, RENAMED_SIZE } from './size-names.ts'

type Member = Pick<ProductRow, 'id' | 'familyId' | 'sizeLabel' | 'sizePosition' | 'categoryId'>

/** The families of the products of a file, and those that it names. */
export type KnownFamilies = {
  idsByName: Map<string, number>
  namesById: Map<number, string>
  /** As written, so that all rows write a name alike. */
  names: Map<string, string>
  members: readonly Member[]
}

export async function readFamilies(db: Db, ids: readonly (number | null)[], named: string[]): Promise<KnownFamilies> {
  const [known, keys] = [new Set(ids), new Set(named.map(nameKey))]
  // Compared here: `lower` in SQL may know ASCII letters only.
  const all = await db.select().from(productFamilies)
  const families = all.filter((family) => known.has(family.id) || keys.has(nameKey(family.name)))
  const { id, familyId, sizeLabel, sizePosition, categoryId } = products
  const members = await db
    .select({ id, familyId, sizeLabel, sizePosition, categoryId })
    .from(products)
    .where(
      inArray(
        familyId,
        families.map((family) => family.id),
      ),
    )
    .orderBy(asc(id))
  return {
    idsByName: new Map(families.map((family) => [nameKey(family.name), family.id])),
    namesById: new Map(families.map((family) => [family.id, family.name])),
    names: new Map(families.map(({ name }) => [nameKey(name), name])),
    members,
  }
}

export type PlannedSize = { family: string; label: string }
type SizeRow = { name: string; family: string; size: string }
type Named = { before: ProductRow | undefined; typed: string | undefined }
type PlannedName = { name: string; planned: PlannedSize | undefined; problems: string[] }

/** Reads family and size of a row; the name of the product follows from them. */
export function planSize({ name, family, size }: SizeRow, { before, typed }: Named, known: KnownFamilies): PlannedName {
  if (family === '' && size === '') return { name, planned: undefined, problems: [] }
  const parsed = SizeCells.safeParse({ family, size })
  if (!parsed.success) return { name, planned: undefined, problems: parsed.error.issues.map(problemOf) }
  const key = nameKey(parsed.data.family)
  const planned: PlannedSize = { family: known.names.get(key) ?? parsed.data.family, label: parsed.data.size }
  known.names.set(key, planned.family)
  const named = nameOfSize(planned.family, planned.label)
  const isRenamed = before && typed && typed !== before.name && typed !== named
  return { name: named, planned, problems: isRenamed ? [RENAMED_SIZE] : [] }
}

const problemOf = ({ path: [field], message }: { path: PropertyKey[]; message: string }) =>
  `${field === 'family' ? 'Family' : 'Size'}: ${message}`

type FinalRow = {
  id: number | undefined
  size: PlannedSize | undefined
  categoryId: number
  /** As written; undefined for tiers that stay. */
  tiers: string | undefined
  problems: string[]
}

/** Adds what is wrong with the families as they would be after the file. */
export function refuseBadFamilies(rows: readonly FinalRow[], known: KnownFamilies): void {
  const ofFile = new Set(rows.flatMap(({ id }) => id ?? []))
  const staying = known.members.filter(({ id }) => !ofFile.has(id))
  for (const [key, sizes] of Map.groupBy(
    rows.filter(({ size }) => size !== undefined),
    ({ size }) => nameKey(size?.family ?? ''),
  )) {
    const others = staying.filter(({ familyId }) => familyId === known.idsByName.get(key))
    const labels = new Set(others.map(({ sizeLabel }) => nameKey(sizeLabel ?? '')))
    const category = others[0]?.categoryId ?? sizes[0]?.categoryId
    refuseOtherTiers(sizes)
    for (const { size, categoryId, problems } of sizes) {
      const label = size?.label ?? ''
      if (labels.has(nameKey(label))) problems.push(`Size: ${equalLabelText(label)}`)
      labels.add(nameKey(label))
      if (labels.size > MAX_SIZES) problems.push(`Size: A product has at most ${MAX_SIZES} sizes.`)
      if (categoryId !== category) problems.push('Category: The sizes of a product share their category.')
    }
  }
}

function refuseOtherTiers(sizes: readonly FinalRow[]): void {
  const named = sizes.filter(({ tiers }) => tiers !== undefined)
  if (named.every(({ tiers }) => tiers === named[0]?.tiers)) return
  for (const { problems } of named) problems.push('Price tiers: The sizes of a product share their price tiers.')
}

export type SavedRow = { before: ProductRow | undefined; after: ProductRow; size: PlannedSize | undefined }

/** Saves the sizes of a file after its products. Existing sizes keep their place, new ones come last. */
export async function saveImportedSizes(tx: Db, rows: readonly SavedRow[], by: Actor): Promise<void> {
  const sized = rows.flatMap(({ size, ...row }) => (size ? [{ ...row, size }] : []))
  if (sized.length === 0) return
  const names = [...new Set(sized.map(({ size }) => size.family))]
  const known = await readFamilies(tx, [], names)
  const fresh = names.filter((name) => !known.idsByName.has(nameKey(name)))
  if (fresh.length > 0)
    for (const { id, name } of await tx
      .insert(productFamilies)
      .values(fresh.map((name) => ({ name })))
      .returning())
      known.idsByName.set(nameKey(name), id)
  const last = new Map<number, number>()
  for (const { familyId, sizePosition } of known.members)
    if (familyId !== null) last.set(familyId, Math.max(sizePosition, last.get(familyId) ?? 0))
  const saved = sized.flatMap(({ before, after, size }) => {
    const family = known.idsByName.get(nameKey(size.family)) ?? 0
    if (before?.familyId === family && before.sizeLabel === size.label) return []
    const isNew = before?.familyId !== family
    const position = isNew ? (last.get(family) ?? 0) + 1 : (before?.sizePosition ?? 0)
    last.set(family, Math.max(position, last.get(family) ?? 0))
    return { id: after.id, family, label: size.label, position, before: before?.sizeLabel ?? null }
  })
  if (saved.length === 0) return
  await updateSizes(tx, saved)
  for (const { id, family } of saved) await joinPriceTiers(tx, { id, familyId: family })
  await deleteEmptyFamilies(
    tx,
    sized.map(({ before }) => before?.familyId ?? null),
  )
  await recordChanges(
    tx,
    saved.map(({ id, label, before }) => ({
      ...{ by, entity: 'product', entityId: id, action: 'update' },
      before: { size: before },
      after: { size: label },
    })),
  )
}

/** Labels may be exchanged, so the old ones make room first. */
async function updateSizes(tx: Db, saved: { id: number; family: number; label: string; position: number }[]) {
  const isOfFile = inArray(
    products.id,
    saved.map(({ id }) => id),
  )
  await tx.update(products).set({ familyId: null, sizeLabel: null }).where(isOfFile)
  await tx
    .update(products)
    .set({ familyId: sql`given.family`, sizeLabel: sql`given.label`, sizePosition: sql`given.position` })
    .from(
      sql`jsonb_to_recordset(${JSON.stringify(saved)}::jsonb) as given(id integer, family integer, label text, position integer)`,
    )
    .where(eq(products.id, sql`given.id`))
}
