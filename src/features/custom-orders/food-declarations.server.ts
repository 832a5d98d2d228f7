import { inArray } from 'drizzle-orm'
import type { Db } from '#src/db/database.server.ts'
import { foodDeclarationText } from './composition-food.ts'
import { INGREDIENT_NAMES } from './custom-order-options.ts'
import { isComposed } from './custom-order-record.server.ts'
import { customOrders } from './custom-orders.table.server.ts'

type Declared = Parameters<typeof foodDeclarationText>[0]

/** Finds what slips and box labels say of a custom chocolate, by its order. */
export async function findFoodDeclarations(db: Db, orderIds: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await db
    .select()
    .from(customOrders)
    .where(inArray(customOrders.orderId, [...orderIds]))
  return new Map(
    rows.filter(isComposed).flatMap((row) => (row.orderId === null ? [] : [[row.orderId, labelTextsOf(row)]])),
  )
}

function labelTextsOf(composed: Declared): string[] {
  const names = composed.ingredients.map((ingredient) => INGREDIENT_NAMES[ingredient])
  return [...(names.length > 0 ? [`With ${names.join(', ')}.`] : []), foodDeclarationText(composed)]
}
