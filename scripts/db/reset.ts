import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import type pg from 'pg'
import { lockFolder } from '#src/db/file-lock.server.ts'
import { openForCli } from '#src/db/open-database.server.ts'
import { readEnv } from '#src/server/config/env.server.ts'
import { runCommand } from '../cli.ts'

/** Empties a development database; the next start fills it again. Uploads stay, and so do the secrets in DATA_DIR. */
await runCommand('Nothing was deleted', async () => {
  const { SHOP_MODE, database } = readEnv(process.env)
  if (SHOP_MODE === 'live') throw new Error('This is a live shop')
  if ('url' in database) await emptyPostgres(database.url)
  else await removeEmbedded(database.dataDir)
  console.log('The database is empty. The next start fills it.')
})

async function removeEmbedded(dataDir: string): Promise<void> {
  if (!existsSync(path.join(dataDir, 'database'))) return
  const { pool, close } = await openForCli({ dataDir })
  await refuseOpened(pool).finally(close)
  const unlock = lockFolder(dataDir)
  await rm(path.join(dataDir, 'database'), { recursive: true, force: true })
  unlock()
}

async function emptyPostgres(url: string): Promise<void> {
  const { pool, close } = await openForCli({ url })
  try {
    const { rows } = await pool.query<{ name: string; others: number }>(`
      select current_database() as name, count(*) filter (where pid <> pg_backend_pid())::int as others
      from pg_stat_activity where datname = current_database() and backend_type = 'client backend'`)
    const [{ name, others } = { name: '', others: 0 }] = rows
    if (others > 0) throw new Error(`The database ${name} is in use by ${others} connections. Stop the shop first`)
    await refuseOpened(pool)
    await pool.query('drop schema public cascade; drop schema if exists drizzle cascade; create schema public')
  } finally {
    await close()
  }
}

/** Also without SHOP_MODE: the orders of customers are in it. */
async function refuseOpened(pool: pg.Pool): Promise<void> {
  const tables = await pool.query(`select 1 from pg_tables where tablename = 'shop_opening'`)
  if (tables.rows.length === 0) return
  const { rows } = await pool.query('select 1 from shop_opening where opened_by is not null')
  if (rows.length > 0) throw new Error('This is a live shop')
}
