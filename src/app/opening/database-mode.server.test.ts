import { expect, it } from 'vitest'
import { seedDemoCatalog } from '#db/demo/seed-catalog.ts'
import { seedDemo } from '#db/demo/seed-demo.ts'
import { seedSampleBatch } from '#db/demo/seed-sample-batch.ts'
import { shopOpening } from '#src/features/settings/settings.table.server.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { createAdmin } from '#tests/factories/admins.ts'
import { assertDatabaseMode } from './database-mode.server.ts'

const DEMO = { SHOP_MODE: 'demo' } as const
const LIVE = { SHOP_MODE: 'live' } as const
const BELONGS_TO_LIVE = /belongs to a live shop: set SHOP_MODE=live/

it('a demo starts on a new database, after a start that was cut off, and again once it is filled', () =>
  inTestTransaction(async (db) => {
    await assertDatabaseMode(db, DEMO)
    await seedSampleBatch(db)
    await createAdmin(db)
    await assertDatabaseMode(db, DEMO)
    await seedDemo(db, 'asha@example.com')
    await assertDatabaseMode(db, DEMO)
  }))

it('a demo does not start on the database of a live shop, from its first start on', () =>
  inTestTransaction(async (db) => {
    await createAdmin(db)
    await expect(assertDatabaseMode(db, DEMO)).rejects.toThrow(BELONGS_TO_LIVE)
  }))

it('a live shop starts on a new database with seeded products, and not on the database of a demo', () =>
  inTestTransaction(async (db) => {
    await seedDemoCatalog(db, { hasLabels: false })
    await createAdmin(db)
    await assertDatabaseMode(db, LIVE)
    await seedSampleBatch(db)
    await expect(assertDatabaseMode(db, LIVE)).rejects.toThrow(/belongs to a demo: give the live shop its own DATA_DIR/)
  }))

it('a live shop that opened with the data of a demo goes on, and no demo starts on it again', () =>
  inTestTransaction(async (db) => {
    await seedSampleBatch(db)
    await db.insert(shopOpening).values({ openedBy: 'asha@example.com' })
    await assertDatabaseMode(db, LIVE)
    await expect(assertDatabaseMode(db, DEMO)).rejects.toThrow(BELONGS_TO_LIVE)
  }))
