import { seedDemoCatalogue } from '#db/demo/seed-catalogue.ts'
import { openDatabase } from '#src/platform/database.server.ts'
import { readEnv } from '#src/platform/env.server.ts'
import { inWords } from './in-words.ts'

/** The thirty chocolates of the demo as a beginning for a shop whose catalogue is empty; the shop must not run on a folder. */
await inWords('Nothing was put on the shelf', async () => {
  const { db, close } = await openDatabase(readEnv(process.env).database)
  await seedDemoCatalogue(db).finally(close)
  console.log('The catalogue has its beginning')
})
