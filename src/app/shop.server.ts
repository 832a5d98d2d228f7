import { seedDemoCatalogue } from '#db/demo/seed-catalogue.ts'
import { type Database, openDatabase } from '#src/platform/database.server.ts'
import { type Env, readEnv } from '#src/platform/env.server.ts'
import { setRateLimits } from '#src/platform/rate-limit.server.ts'

/** One running shop: what the calls, the pages and the clock share. */
export type Shop = { env: Env; database: Database; close: () => Promise<void> }

/** On globalThis because the development server loads modules anew on every edit, and the data folder opens only once. */
const shared = globalThis as typeof globalThis & { runningShop?: Promise<Shop> }

/** The process's one shop, opened at the first call. */
export function runningShop(): Promise<Shop> {
  shared.runningShop ??= openShop(readEnv(process.env))
  return shared.runningShop
}

async function openShop(env: Env): Promise<Shop> {
  setRateLimits(env.RATE_LIMITS)
  const database = await openDatabase(env.DATABASE_URL ? { url: env.DATABASE_URL } : { dataDir: env.DATA_DIR })
  if (env.SHOP_MODE === 'demo') await seedDemoCatalogue(database.db)
  return { env, database, close: () => database.close() }
}
