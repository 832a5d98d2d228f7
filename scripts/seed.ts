import { parseArgs } from 'node:util'
import { seedDemoCatalog } from '#db/demo/seed-catalog.ts'
import { seedDemo } from '#db/demo/seed-demo.ts'
import { seedSampleBatch } from '#db/demo/seed-sample-batch.ts'
import { assertDatabaseMode } from '#src/app/opening/database-mode.server.ts'
import { type Database, openDatabase } from '#src/db/open-database.server.ts'
import { products } from '#src/features/catalog/products/products.table.server.ts'
import { findOpenedAt } from '#src/features/settings/opening/opening.server.ts'
import { type Env, readEnv } from '#src/server/config/env.server.ts'
import { configureProcess, RUN } from '#src/server/config/process-settings.server.ts'
import { runCommand } from './cli.ts'

const SIZES: Record<string, (database: Database, env: Env) => Promise<void>> = {
  /** The demo's products, for an empty catalog; also in a live shop. */
  small: async ({ db }, { SHOP_MODE }) => {
    if (SHOP_MODE === 'demo') await seedSampleBatch(db)
    await seedDemoCatalog(db, { hasLabels: SHOP_MODE === 'demo' })
  },
  shop: ({ db }, { ADMIN_EMAIL }) => seedDemo(db, ADMIN_EMAIL),
  /** PostgreSQL only: the embedded database would take hours. */
  large: async (_, { database }) => {
    if (!('url' in database)) throw new Error('A large shop needs PostgreSQL: set DATABASE_URL')
    const { fillBigShop } = await import('../bench/lib/big-shop.ts')
    await fillBigShop(database.url, { products: 2000, orders: 20_000 })
  },
}

const USAGE = `${RUN} seed -- [--size <size>]
  small  the demo's products, for an empty catalog (the default); in a live shop without food labels
  shop   the demo's customers and orders, too
  large  2,000 products and 20,000 orders, on PostgreSQL
Stop a shop on an embedded database first.`

await runCommand('Nothing was put on the shelf', async () => {
  const { size, help } = parseArgs({
    options: { size: { type: 'string', default: 'small' }, help: { type: 'boolean' } },
  }).values
  if (help) return console.log(USAGE)
  const fill = SIZES[size]
  if (!fill) throw new Error(`There is no size ${size}, only ${Object.keys(SIZES).join(', ')}`)
  const env = readEnv(process.env)
  if (size !== 'small' && env.SHOP_MODE === 'live') throw new Error('A live shop takes no invented orders')
  configureProcess({ publicUrl: env.PUBLIC_URL })
  const database = await openDatabase(env.database)
  const count = () => database.db.$count(products)
  try {
    // Whatever SHOP_MODE says: this also finds live shops older than the opening checklist.
    if (await findOpenedAt(database.db)) throw new Error('An open shop takes no invented products or orders')
    await assertDatabaseMode(database.db, env)
    const had = await count()
    // A second run in demo mode would fill in the labels that a live shop lacks.
    if (size !== 'small' || had === 0) await fill(database, env)
    const added = (await count()) - had
    console.log(size === 'small' ? `${added} products were added to ${had}` : `The shop is filled (${size})`)
  } finally {
    await database.close()
  }
})
