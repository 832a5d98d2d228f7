import { count, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { DomainError } from '#src/core/domain-error.ts'
import { formatPrice, paise, paiseFromRupees, rupees } from '#src/core/money.ts'
import { type Db, onlyRow } from '#src/db/database.server.ts'
import { productFacts, products } from '#src/features/catalog/products/products.table.server.ts'
import type { FoodFacts } from './food-facts.contract.ts'
import {
  FACT_NAMES,
  type KnownFacts,
  MANDATORY_FACTS,
  type MandatoryFact,
  missingFacts,
  missingFactsText,
} from './food-facts.ts'

/** A live shop sells no product without its mandatory facts; a demo refuses nothing. */
export type SaleRules = { mode: 'demo' | 'live' }

type StoredFacts = { productId: number; facts: FoodFacts }

/** Replaces the facts of these products; without a fact the row goes. */
export async function saveFacts(tx: Db, given: readonly StoredFacts[]): Promise<void> {
  const isKnown = ({ facts }: StoredFacts) => Object.values(facts).some((fact) => fact !== undefined)
  const [filled, emptied] = [given.filter(isKnown), given.filter((one) => !isKnown(one))]
  if (emptied.length > 0) {
    const ids = emptied.map(({ productId }) => productId)
    await tx.delete(productFacts).where(inArray(productFacts.productId, ids))
  }
  if (filled.length === 0) return
  await tx
    .insert(productFacts)
    .values(filled)
    .onConflictDoUpdate({ target: productFacts.productId, set: { facts: sql`excluded.facts` } })
}

/** Explains a price above the MRP that the label shows. */
export function explainLowMrp(price: number, mrp: number | undefined): string | undefined {
  if (mrp === undefined || price <= mrp) return undefined
  return `The MRP cannot be below the price of ${formatPrice(rupees(paise(price)))}.`
}

export function refuseLowMrp(price: number, { mrp }: FoodFacts): void {
  const message = explainLowMrp(price, mrp === undefined ? undefined : paiseFromRupees(mrp))
  if (message) throw new DomainError('invalid', message, { issues: [{ path: 'facts.mrp', message }] })
}

type FoodProduct = { row: { archivedAt: Date | null }; facts: FoodFacts }

/** A product that is on sale without some facts, from before they were mandatory, keeps the others. */
export function refuseLostFacts({ mode }: SaleRules, before: FoodProduct, after: FoodFacts): void {
  if (mode === 'demo' || before.row.archivedAt) return
  const lost = missingFacts(after).filter((name) => before.facts[name] !== undefined)
  if (lost.length === 0) return
  throw new DomainError('invalid', `A product on sale must keep these facts: ${missingFactsText(lost)}.`, {
    issues: lost.map((name) => ({
      path: `facts.${FIELDS[name] ?? name}`,
      message: `A product on sale must keep this: ${FACT_NAMES[name]}.`,
    })),
  })
}

const FIELDS: Partial<Record<MandatoryFact, string>> = { net: 'net.value', nutrition: 'nutrition.energy' }

/** Why a live shop does not sell a product yet; null if it may. */
export function explainNotForSale({ mode }: SaleRules, facts: KnownFacts): string | null {
  const missing = missingFacts(facts)
  if (mode === 'demo' || missing.length === 0) return null
  return `It is not for sale yet. It lacks: ${missingFactsText(missing)}.`
}

export function refuseIncompleteSale(rules: SaleRules, facts: FoodFacts): void {
  const message = explainNotForSale(rules, facts)
  if (message) throw new DomainError('conflict', message, { missing: missingFacts(facts) })
}

/** The row of `product_facts` must be joined. */
export const lacksFacts: SQL = sql`not coalesce(${productFacts.facts} ?& array[${sql.raw(
  MANDATORY_FACTS.map((name) => `'${name}'`).join(', '),
)}], false)`

/** Counts the products on sale, and those of them that lack a mandatory fact. */
export async function countProductsOnSale(db: Db): Promise<{ onSale: number; incomplete: number }> {
  const found = await db
    .select({ onSale: count(), incomplete: sql<number>`count(*) filter (where ${lacksFacts})`.mapWith(Number) })
    .from(products)
    .leftJoin(productFacts, eq(productFacts.productId, products.id))
    .where(isNull(products.archivedAt))
  return onlyRow(found)
}
