import { seedDemoCatalog } from '#db/demo/seed-catalog.ts'
import { openDatabase } from '#src/db/open-database.server.ts'
import { readEnv } from '#src/server/config/env.server.ts'
import { runCommand } from './cli.ts'

/** Adds the thirty demo products to an empty catalog; the embedded shop must not run meanwhile. */
await runCommand('Nothing was put on the shelf', async () => {
  const { db, close } = await openDatabase(readEnv(process.env).database)
  await seedDemoCatalog(db).finally(close)
  console.log('The catalogue has its beginning')
})
