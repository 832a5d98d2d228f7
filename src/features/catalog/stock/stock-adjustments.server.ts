import { and, desc, eq } from 'drizzle-orm'
import { DomainError } from '#src/core/domain-error.ts'
import { counted } from '#src/core/words.ts'
import { type Db, inTransaction } from '#src/db/database.server.ts'
import { isAfterCursor, toPage } from '#src/db/pages.server.ts'
import { type Actor, recordChange } from '#src/features/audit/record-change.server.ts'
import type {
  StockAdjustment,
  StockLedgerEntry,
  StockLedgerPageQuery,
} from '#src/features/catalog/admin/admin-products.contract.ts'
import { lockProduct, productNotFound } from '#src/features/catalog/products/product-row.server.ts'
import { products, stockLedger } from '#src/features/catalog/products/products.table.server.ts'
import { subtractSoldPieces } from '#src/features/catalog/waitlist/join-waitlist.server.ts'
import { type AdjustmentReason, calculateAdjustedStock, MAX_STOCK } from './stock-reasons.ts'

/** Changes the stock, with an entry in the ledger. Returns the new stock. */
export function adjustStock(
  db: Db,
  { productId, by, reason, quantity, note }: StockAdjustment & { productId: number; by: Actor },
): Promise<number> {
  return inTransaction(db, async (tx) => {
    const product = await lockProduct(tx, productId)
    const to = calculateAdjustedStock(product.stock, reason, quantity)
    await recordStockAdjustment(tx, product, { to, reason, note, by })
    await tx.update(products).set({ stock: to }).where(eq(products.id, productId))
    await recordChange(tx, {
      by,
      entity: 'product',
      entityId: productId,
      action: 'update',
      before: { stock: product.stock },
      after: { stock: to, ...(to !== product.stock && { reason }) },
    })
    return to
  })
}

type Move = { to: number; reason: AdjustmentReason; note?: string; by: Actor }

/** Records a change in the ledger, or refuses it. The caller locks the row and writes the stock. */
export async function recordStockAdjustment(
  tx: Db,
  product: StockLevel,
  { to, reason, note, by }: Move,
): Promise<void> {
  const problem = explainInvalidStock(product, to)
  if (problem) throw new DomainError('conflict', problem, { issues: [{ path: 'stock', message: problem }] })
  if (to === product.stock) return
  await tx
    .insert(stockLedger)
    .values({ productId: product.id, change: to - product.stock, reason, note: note || null, actorEmail: by.email })
  await subtractSoldPieces(tx, { productId: product.id, stock: to })
}

type StockLevel = { id: number; stock: number; reserved: number }

/** Explains why stock cannot have this value; reserved pieces are promised. */
export function explainInvalidStock(
  { stock, reserved }: Pick<StockLevel, 'stock' | 'reserved'>,
  to: number,
): string | undefined {
  if (to < 0) return `There are only ${stock} pieces.`
  if (to > MAX_STOCK) return 'That is more stock than we can record.'
  if (to >= reserved) return undefined
  return `${counted(reserved, 'piece is', 'pieces are')} being paid for right now, so the stock cannot go below ${reserved}. Please try again in a few minutes.`
}

/** Injected, because the catalog does not know orders. */
export type FindOrderReferences = (db: Db, orderIds: string[]) => Promise<Map<string, string>>

/** Lists a page of a product's stock ledger, newest first. */
export async function listStockLedger(
  db: Db,
  { productId, limit, cursor, referencesOf }: StockLedgerPageQuery & StockHistory,
) {
  if ((await db.$count(products, eq(products.id, productId))) === 0) throw productNotFound()
  const ofProduct = eq(stockLedger.productId, productId)
  const rows = await db
    .select()
    .from(stockLedger)
    .where(and(ofProduct, isAfterCursor(cursor, { table: stockLedger, by: stockLedger.createdAt })))
    .orderBy(desc(stockLedger.createdAt), desc(stockLedger.id))
    .limit(limit + 1)
  const references = await referencesOf(db, [...new Set(rows.flatMap(({ ownerId }) => ownerId ?? []))])
  const moves = rows.map((row) => toMove(row, references))
  return { ...toPage(moves, limit), total: await db.$count(stockLedger, ofProduct) }
}

type StockHistory = { productId: number; referencesOf: FindOrderReferences }

function toMove(row: typeof stockLedger.$inferSelect, references: Map<string, string>): StockLedgerEntry {
  const { id, change, reason, ownerId, actorEmail, note, createdAt } = row
  const order = ownerId ? { id: ownerId, reference: references.get(ownerId) ?? null } : null
  return { id, change, reason, order, by: actorEmail, note, createdAt: createdAt.toISOString() }
}
