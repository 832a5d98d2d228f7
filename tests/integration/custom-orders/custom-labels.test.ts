import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { customOrders } from '#src/features/custom-orders/custom-orders.table.server.ts'
import { findFoodDeclarations } from '#src/features/custom-orders/food-declarations.server.ts'
import { printOrders } from '#src/features/orders/fulfilment/print-orders.server.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { createPaidQuote } from '#tests/factories/quotes.ts'

it('the slip and the box label of a custom chocolate say what it contains and may contain', () =>
  inTestTransaction(async (db) => {
    const { order, quoted } = await createPaidQuote(db)
    const composed = { flavor: 'dark', concentration: 72, ingredients: ['nuts', 'rose'] } as const
    await db
      .update(customOrders)
      .set({ ...composed, ingredients: [...composed.ingredients] })
      .where(eq(customOrders.id, quoted.id))
    for (const kind of ['slips', 'boxes'] as const) {
      const page = await printOrders(db, { kind, ids: [order.id], customLabelsOf: findFoodDeclarations })
      const text = await page.text()
      expect(text).toMatch(/class="facts">With [^.]*\. Vegetarian\. Contains soya and tree nuts\. May contain milk,/)
    }
  }))
