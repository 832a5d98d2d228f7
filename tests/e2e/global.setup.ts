import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startPostgresServer } from '#src/testing/postgres-server.ts'
import { startShop } from '#tests/shop-process.ts'

/** One PostgreSQL server for all workers, and the data folder of a new shop, which each embedded worker copies. */
export default async function setup() {
  const server = await startPostgresServer()
  process.env.E2E_POSTGRES_URL = server.url
  process.env.E2E_PREPARED_AT = new Date().toISOString()
  const preparedData = mkdtempSync(path.join(tmpdir(), 'golconda-prepared-'))
  const shop = await startShop({ DATA_DIR: preparedData, DATABASE_URL: '' })
  await shop.stop()
  process.env.E2E_PREPARED_DATA = preparedData
  return async () => {
    rmSync(preparedData, { recursive: true, force: true })
    await server.stop()
  }
}
