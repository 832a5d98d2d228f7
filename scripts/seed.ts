import { seedDemoCatalogue } from '#db/demo/seed-catalogue.ts'
import { openDatabase } from '#src/platform/database.server.ts'
import { readEnv } from '#src/platform/env.server.ts'
import { inWords } from './in-words.ts'

/** The thirty chocolates of the demo as a beginning for a shop whose catalogue is empty; the shop must not run on a folder. */
await inWords('Nothing was put on the shelf', async () => {
  const { DATABASE_URL, DATA_DIR } = readEnv(process.env)
  const { db, close } = await openDatabase(DATABASE_URL ? { url: DATABASE_URL } : { dataDir: DATA_DIR })
  await seedDemoCatalogue(db).finally(close)
  console.log('The catalogue has its beginning')
})
