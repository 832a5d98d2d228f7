import { expect, it } from 'vitest'
import { products } from '#src/features/catalog/products/products.table.server.ts'
import { outboxMessages } from '#src/features/notifications/outbox/outbox.table.server.ts'
import { testDatabase } from '#src/testing/test-database.ts'
import { insertProduct } from '#tests/factories/catalog.ts'
import { createCustomer } from '#tests/factories/payments/payments.ts'
import { sendPriceDropMails, watchPrice } from './price-watch.server.ts'
import { addSavedItems } from './saved-items.server.ts'

it('processes that find a lower price at once write to each customer once', async () => {
  const { db } = await testDatabase()
  const { id: productId } = await insertProduct(db, { pricePaise: 450_00 })
  for (let nth = 0; nth < 150; nth++) {
    const { id: userId } = await createCustomer(db)
    await addSavedItems(db, { userId, items: [{ productId, kind: 'wish', quantity: 1 }] })
    await watchPrice(db, { userId, productId })
  }
  for (const [round, pricePaise] of [400_00, 350_00].entries()) {
    await db.update(products).set({ pricePaise, updatedAt: new Date(0) })
    await Promise.all(Array.from({ length: 6 }, () => sendPriceDropMails(db, new Date())))
    await sendPriceDropMails(db, new Date())
    const to = (await db.select().from(outboxMessages)).map((mail) => mail.to)
    expect([to.length, new Set(to).size]).toEqual([150 * (round + 1), 150])
  }
})
