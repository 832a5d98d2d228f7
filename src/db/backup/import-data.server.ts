import { isDeepStrictEqual } from 'node:util'
import type pg from 'pg'
import { migrateTo } from '#src/db/migrate.server.ts'
import { prepareBulkLoad } from './bulk-load.server.ts'
import { copyIn } from './copy.server.ts'
import {
  type BackupFooter,
  type BackupSlice,
  type BackupTable,
  listTables,
  PORTABLE_TEXT,
} from './export-data.server.ts'

/** A backup that can be loaded. `load` inserts the rows into empty tables and returns how many each got. */
export type BackupSource = {
  migrations: readonly string[]
  rows: BackupFooter['rows']
  load: (client: pg.PoolClient) => Promise<{ loaded: BackupFooter['rows']; footer: BackupFooter }>
}

/** Imports a backup into an empty database, in one transaction without triggers; checks foreign keys last. */
export async function importData(
  pool: pg.Pool,
  { migrations, rows, load }: BackupSource,
): Promise<BackupFooter['rows']> {
  await migrateTo(pool, migrations)
  const client = await pool.connect()
  let isWhole = false
  try {
    await client.query('begin')
    await client.query('set local statement_timeout = 0; set local lock_timeout = 0')
    await client.query(PORTABLE_TEXT)
    const restore = await prepareBulkLoad(client, rows)
    const { loaded, footer } = await load(client)
    assertComplete(loaded, footer)
    await setSequences(client, footer)
    await restore()
    await client.query('commit')
    isWhole = true
    return footer.rows
  } finally {
    client.release(!isWhole)
  }
}

type Slices = { tables: BackupTable[]; slices: AsyncIterable<Pick<BackupSlice, 'table' | 'data'>> }

export async function loadSlices(client: pg.PoolClient, { tables, slices }: Slices): Promise<BackupFooter['rows']> {
  const known = await listTables(client)
  for (const table of tables) assertKnown(known, table)
  const loaded: BackupFooter['rows'] = {}
  for await (const { table, data } of slices) {
    const columns = tables.find((one) => one.table === table)?.columns ?? []
    const names = columns.map((column) => client.escapeIdentifier(column)).join(', ')
    const statement = `copy public.${client.escapeIdentifier(table)} (${names}) from stdin with (freeze)`
    loaded[table] = (loaded[table] ?? 0) + (await copyIn(client, statement, data))
  }
  return loaded
}

export function assertKnown(known: readonly BackupTable[], table: BackupTable): void {
  if (!known.some((one) => isDeepStrictEqual(one, table)))
    throw new Error(`The backup has a table ${table.table} with other columns than this version`)
}

function assertComplete(loaded: BackupFooter['rows'], { rows }: BackupFooter): void {
  for (const [table, count] of Object.entries(rows))
    if ((loaded[table] ?? 0) !== count)
      throw new Error(`The backup has only ${loaded[table] ?? 0} of ${count} rows of ${table}`)
}

async function setSequences(client: pg.PoolClient, { sequences }: BackupFooter): Promise<void> {
  for (const { name, value, used } of sequences)
    await client.query('select setval($1::regclass, $2::bigint, $3)', [
      `public.${client.escapeIdentifier(name)}`,
      value,
      used,
    ])
}
