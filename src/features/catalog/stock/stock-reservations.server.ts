import { and, eq, inArray, isNull, sql, TransactionRollbackError } from 'drizzle-orm'
import type { MeltClass } from '#src/core/delivery/heat.ts'
import { DomainError } from '#src/core/domain-error.ts'
import { type Paise, paise } from '#src/core/money.ts'
import { maxPerOrderText } from '#src/core/shop-policy.ts'
import { type Db, prepareOnce, runTogether } from '#src/db/database.server.ts'
import {
  productFacts,
  products,
  SHELF_LIFE_DAYS,
  stockLedger,
  stockReservations,
} from '#src/features/catalog/products/products.table.server.ts'
import { findPriceTiers } from '#src/features/catalog/tiers/price-tiers.server.ts'
import { countPieces, tierAt, unitPriceAt } from '#src/features/catalog/tiers/price-tiers.ts'

export type StockLine = { productId: number; quantity: number }

/** The customer and networks, for the limits on unpaid orders. Networks are fingerprints. */
export type StockHolder = { accountId: string; isKnown: boolean; near: string | null; wide: string | null }

export type PricedLine<Line extends StockLine> = Line & {
  name: string
  imageUrl: string | null
  unitPrice: Paise
  tierFrom: number | null
  meltClass: MeltClass
  shelfLifeDays: number | null
}

const selectProducts = prepareOnce((db) =>
  db
    .select({
      id: products.id,
      name: products.name,
      imageUrl: products.imageUrl,
      pricePaise: products.pricePaise,
      meltClass: products.meltClass,
      shelfLifeDays: SHELF_LIFE_DAYS,
      maxPerOrder: products.maxPerOrder,
      familyId: products.familyId,
      archivedAt: products.archivedAt,
    })
    .from(products)
    .leftJoin(productFacts, eq(productFacts.productId, products.id))
    .where(sql`${products.id} = any(${sql.placeholder('ids')})`)
    .prepare('products_to_price'),
)

/**
 * Prices lines, one per product, by id, and keeps their other fields. Refuses products not for sale and more pieces than an
 * order may hold. `counted`, for the price tiers: all items of the order of these parts, whose limit its caller checks.
 */
export async function priceOrderLines<Line extends StockLine>(
  tx: Db,
  lines: readonly Line[],
  counted: readonly StockLine[] = lines,
): Promise<PricedLine<Line>[]> {
  const wanted = inLockOrder(lines)
  const ids = [...new Set([...idsOf(wanted), ...idsOf(counted)])]
  const [rows, tiers] = await runTogether(selectProducts(tx).execute({ ids }), findPriceTiers(tx, ids))
  const known = new Map(rows.map((row) => [row.id, row]))
  const piecesOf = countPieces(counted, (id) => known.get(id)?.familyId)

  const priced: PricedLine<Line>[] = []
  const gone: string[] = []
  const tooMany: Limited[] = []
  for (const line of wanted) {
    const product = known.get(line.productId)
    if (product && counted === lines && line.quantity > product.maxPerOrder) tooMany.push(product)
    if (product && !product.archivedAt) {
      const { id, name, imageUrl, pricePaise, meltClass, shelfLifeDays } = product
      const unitPrice = unitPriceAt(paise(pricePaise), tiers.get(id), piecesOf(id))
      const tierFrom = tierAt(tiers.get(id), piecesOf(id))?.from ?? null
      priced.push({ ...line, name, imageUrl, unitPrice, tierFrom, meltClass, shelfLifeDays })
    } else gone.push(product?.name ?? `product ${line.productId}`)
  }
  if (gone.length > 0) throw notSoldAnyMore(gone)
  if (tooMany.length > 0) throw moreThanOneOrderHolds(tooMany)
  return priced
}

/** An admin has promised the pieces of a quotation, so they count towards no limit of a customer. */
export const QUOTED = { accountId: null, isKnown: true, near: null, wide: null }

type ReserveStockInput = {
  ownerId: string
  lines: readonly StockLine[]
  expiresAt: Date
  holder?: StockHolder | typeof QUOTED
}

/** Reserves every line or throws, listing each product that lacks pieces. Sends all locks before it waits: limits are read next. */
export async function reserveStock(tx: Db, reserving: ReserveStockInput): Promise<void> {
  const lines = inLockOrder(reserving.lines)
  const held = await runTogether(...lines.map((line) => holdLine(tx, line, reserving)))
  const short = lines.filter((_line, nth) => !held[nth])
  if (short.length > 0) throw await notEnough(tx, idsOf(short))
}

/** One statement: it locks the product row until the transaction ends. */
async function holdLine(tx: Db, { productId, quantity }: StockLine, reserving: ReserveStockInput): Promise<boolean> {
  const { ownerId, expiresAt, holder } = reserving
  const { accountId = null, isKnown = false, near = null, wide = null } = holder ?? {}
  const holding = tx.execute(sql`
    with held as (
      update ${products} set reserved = ${products.reserved} + ${quantity}
      where ${and(eq(products.id, productId), isNull(products.archivedAt), hasFree(quantity))}
      returning id, price_paise
    )
    insert into ${stockReservations}
      (owner_id, product_id, quantity, unit_paise, account_id, is_known, near_network, wide_network, expires_at)
    select ${ownerId}::uuid, id, ${quantity}::int, price_paise, ${accountId}::uuid, ${isKnown}::boolean, ${near}::text, ${wide}::text,
      ${expiresAt}::timestamptz
    from held`)
  return (await holding.execute()).rowCount === 1
}

export async function extendReservation(
  tx: Db,
  { ownerId, expiresAt }: { ownerId: string; expiresAt: Date },
): Promise<void> {
  await tx.update(stockReservations).set({ expiresAt }).where(eq(stockReservations.ownerId, ownerId))
}

/** Releases an order's reservation; idempotent. */
export async function releaseReservation(tx: Db, ownerId: string): Promise<boolean> {
  const held = await takeReservations(tx, ownerId)
  for (const { productId, quantity } of held)
    await tx
      .update(products)
      .set({ reserved: sql`${products.reserved} - ${quantity}` })
      .where(eq(products.id, productId))
  return held.length > 0
}

export type OwnedLine = StockLine & { ownerId: string }

/** Sells what an order reserved, to itself or to the orders of `lines`, which it reserved for. */
export async function commitReservation(
  tx: Db,
  ownerId: string,
  lines?: readonly OwnedLine[],
): Promise<'sold' | 'nothing-reserved'> {
  const held = await takeReservations(tx, ownerId)
  if (held.length === 0) return 'nothing-reserved'
  for (const { productId, quantity } of held)
    await tx
      .update(products)
      .set({ stock: sql`${products.stock} - ${quantity}`, reserved: sql`${products.reserved} - ${quantity}` })
      .where(eq(products.id, productId))
  await recordSale(tx, lines ?? held.map((line) => ({ ...line, ownerId })))
  return 'sold'
}

/** Sells pieces whose reservation was released, archived products too, if every line is in stock. */
export async function sellUnreserved(tx: Db, lines: readonly OwnedLine[]): Promise<'sold' | 'sold-out'> {
  try {
    await tx.transaction(async (savepoint) => {
      for (const { productId, quantity } of inLockOrder(lines)) {
        const taken = await savepoint
          .update(products)
          .set({ stock: sql`${products.stock} - ${quantity}` })
          .where(and(eq(products.id, productId), hasFree(quantity)))
          .returning({ id: products.id })
        if (taken.length === 0) savepoint.rollback()
      }
      await recordSale(savepoint, lines)
    })
    return 'sold'
  } catch (error) {
    if (error instanceof TransactionRollbackError) return 'sold-out'
    throw error
  }
}

/** Restocks an order that never left, once. The caller locks the order. */
export async function restockOrder(tx: Db, ownerId: string): Promise<void> {
  const moves = await tx
    .select({ productId: stockLedger.productId, change: stockLedger.change })
    .from(stockLedger)
    .where(eq(stockLedger.ownerId, ownerId))
  const out = inLockOrder(moves.map(({ productId, change }) => ({ productId, quantity: -change })))
  for (const { productId, quantity } of out.filter((line) => line.quantity > 0)) {
    await tx
      .update(products)
      .set({ stock: sql`${products.stock} + ${quantity}` })
      .where(eq(products.id, productId))
    await tx.insert(stockLedger).values({ productId, ownerId, change: quantity, reason: 'returned' })
  }
}

/** One line a product, in lock order, so that two orders never deadlock. Other fields are those of the first line. */
function inLockOrder<Line extends StockLine>(lines: readonly Line[]): Line[] {
  const merged = new Map<number, Line>()
  for (const line of lines) {
    const known = merged.get(line.productId)
    merged.set(line.productId, known ? { ...known, quantity: known.quantity + line.quantity } : line)
  }
  return [...merged.values()].sort((a, b) => a.productId - b.productId)
}

const idsOf = (lines: readonly StockLine[]) => lines.map((line) => line.productId)

const hasFree = (quantity: number) => sql`${products.stock} - ${products.reserved} >= ${quantity}`

/** Deleting a reservation claims its pieces: a second caller finds no row. */
async function takeReservations(tx: Db, ownerId: string): Promise<StockLine[]> {
  const taken = await tx
    .delete(stockReservations)
    .where(eq(stockReservations.ownerId, ownerId))
    .returning({ productId: stockReservations.productId, quantity: stockReservations.quantity })
  return inLockOrder(taken)
}

async function recordSale(tx: Db, sold: readonly OwnedLine[]): Promise<void> {
  if (sold.length === 0) return
  const moves = sold.map(({ quantity, ...line }) => ({ ...line, change: -quantity, reason: 'sold' as const }))
  await tx.insert(stockLedger).values(moves)
}

async function notEnough(tx: Db, ids: number[]): Promise<DomainError> {
  const rows = await tx
    .select({
      productId: products.id,
      name: products.name,
      available: sql<number>`case when ${products.archivedAt} is null then ${products.stock} - ${products.reserved} else 0 end`,
    })
    .from(products)
    .where(inArray(products.id, ids))
  const known = new Map(rows.map((row) => [row.productId, row]))
  const items = ids.map((productId) => ({ productId, available: known.get(productId)?.available ?? 0 }))
  const sentence = items
    .map(({ productId, available }) => `${known.get(productId)?.name ?? `product ${productId}`} (${available} left)`)
    .join(', ')
  return new DomainError('conflict', `Not enough stock for ${sentence}.`, { code: 'out-of-stock', items })
}

function notSoldAnyMore(names: string[]): DomainError {
  const message = `No longer in our shop: ${names.join(', ')}. Please remove it from your cart.`
  return new DomainError('invalid', message, { issues: [{ path: 'items', message }] })
}

type Limited = { name: string; maxPerOrder: number }

function moreThanOneOrderHolds(products: readonly Limited[]): DomainError {
  const sentences = products.map(({ name, maxPerOrder }) => `${maxPerOrderText(maxPerOrder)}: ${name}.`)
  const message = `${sentences.join(' ')} For more, please ask us for a quotation.`
  return new DomainError('invalid', message, { issues: [{ path: 'items', message }] })
}
