import { expect, it } from 'vitest'
import { seedDemoCatalog } from '#db/demo/seed-catalog.ts'
import { seedDemo } from '#db/demo/seed-demo.ts'
import { shopOpening } from '#src/features/settings/settings.table.server.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { createAdmin } from '#tests/factories/admins.ts'
import { insertProduct } from '#tests/factories/catalog.ts'
import { assertDemoDatabase } from './demo-database.server.ts'

const REFUSED = /belongs to a live shop: set SHOP_MODE=live/

it('a demo starts on a new database, after a start that was cut off, and again once it is filled', () =>
  inTestTransaction(async (db) => {
    await assertDemoDatabase(db)
    await seedDemoCatalog(db)
    await assertDemoDatabase(db)
    await seedDemo(db, 'asha@example.com')
    await createAdmin(db)
    await assertDemoDatabase(db)
  }))

it('a demo does not start on the database of a live shop that prepares its opening', () =>
  inTestTransaction(async (db) => {
    await createAdmin(db)
    await assertDemoDatabase(db)
    await insertProduct(db)
    await expect(assertDemoDatabase(db)).rejects.toThrow(REFUSED)
  }))

it('a demo does not start on a database whose admin has opened the shop, whatever it contains', () =>
  inTestTransaction(async (db) => {
    await seedDemo(db, 'asha@example.com')
    await db.insert(shopOpening).values({ openedBy: 'asha@example.com' })
    await expect(assertDemoDatabase(db)).rejects.toThrow(REFUSED)
  }))
