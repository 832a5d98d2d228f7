import { expect, it } from 'vitest'
import { users } from '#src/features/auth/auth.table.server.ts'
import { products } from '#src/features/catalog/products/products.table.server.ts'
import { outboxMessages } from '#src/features/notifications/outbox/outbox.table.server.ts'
import { testDatabase } from '#src/testing/test-database.ts'
import { insertProduct } from '#tests/factories/catalog.ts'
import { sendLowStockAlerts } from './low-stock-alert.server.ts'

it('processes that find low products at once alert about each of them once', async () => {
  const { db } = await testDatabase()
  await db.insert(users).values({ email: 'maker@golconda.example', isAdmin: true })
  for (let nth = 0; nth < 20; nth++) await insertProduct(db, { stock: 9, minStock: 2 })
  await sendLowStockAlerts(db)
  for (let round = 1; round <= 5; round++) {
    await db.update(products).set({ stock: 1 })
    await Promise.all(Array.from({ length: 8 }, () => sendLowStockAlerts(db)))
    expect(await db.$count(outboxMessages)).toBe(20 * round)
    await db.update(products).set({ stock: 9 })
    await Promise.all(Array.from({ length: 8 }, () => sendLowStockAlerts(db)))
  }
})
