import type pg from 'pg'
import { copyOut } from './copy.server.ts'

export type BackupHeader = { format: 2; takenAt: string; migrations: { hash: string; createdAt: number }[] }
export type BackupTable = { table: string; columns: string[] }
/** Some rows of a table, as PostgreSQL's COPY writes them. */
export type BackupSlice = BackupTable & { rows: number; data: Buffer }
/** Last part of a backup; without it the backup is incomplete. */
export type BackupFooter = { rows: Record<string, number>; sequences: { name: string; value: string; used: boolean }[] }
export type BackupPart = BackupHeader | BackupSlice | BackupFooter

/** Bounds the memory: a slice is held whole, and the embedded database answers with all of it at once. */
const SLICE_BYTES = 8 * 1024 * 1024

/** Exports all data at one point in time. Reading slowly blocks the embedded database. */
export async function* exportData(pool: pg.Pool, sliceBytes = SLICE_BYTES): AsyncGenerator<BackupPart> {
  const client = await pool.connect()
  let isWhole = false
  try {
    const named = (await listTables(client)).map(({ table }) => `public.${client.escapeIdentifier(table)}`)
    await client.query('begin isolation level repeatable read, read only')
    await client.query('set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0')
    await client.query(PORTABLE_TEXT)
    // Before the first query, which takes the snapshot: a migration in between would leave it empty tables.
    await client.query(`lock table ${named.join(', ')} in access share mode`)
    yield await headOf(client)
    const rows: BackupFooter['rows'] = {}
    for (const table of await listTables(client)) {
      rows[table.table] = 0
      for await (const slice of pageRangesOf(client, table, sliceBytes)) {
        rows[table.table] = (rows[table.table] ?? 0) + slice.rows
        yield slice
      }
    }
    yield { rows, sequences: await sequencesOf(client) }
    await client.query('commit')
    isWhole = true
  } finally {
    client.release(!isWhole)
  }
}

export const PORTABLE_TEXT = `set local timezone = 'UTC'; set local datestyle = 'ISO'; set local intervalstyle = 'postgres';
  set local bytea_output = 'hex'; set local extra_float_digits = 3`

async function headOf(client: pg.PoolClient): Promise<BackupHeader> {
  const { rows: applied } = await client.query<{ hash: string; created_at: string }>(
    'select hash, created_at from drizzle.__drizzle_migrations order by created_at',
  )
  const { rows: clock } = await client.query<{ now: Date }>('select now()')
  return {
    format: 2,
    takenAt: (clock[0]?.now ?? new Date()).toISOString(),
    migrations: applied.map(({ hash, created_at }) => ({ hash, createdAt: Number(created_at) })),
  }
}

export async function listTables(client: pg.ClientBase): Promise<BackupTable[]> {
  const { rows } = await client.query<BackupTable>(`
    select relname as table, array(
      select attname::text from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = ''
      order by attnum
    ) as columns
    from pg_class c where relnamespace = 'public'::regnamespace and relkind = 'r' order by relname`)
  return rows
}

async function* pageRangesOf(
  client: pg.PoolClient,
  table: BackupTable,
  sliceBytes: number,
): AsyncGenerator<BackupSlice> {
  const source = `public.${client.escapeIdentifier(table.table)}`
  const columns = table.columns.map((column) => client.escapeIdentifier(column)).join(', ')
  const { rows } = await client.query<{ pages: number; bytes: number }>(
    `select (pg_relation_size($1::regclass) / current_setting('block_size')::int)::int as pages,
      pg_table_size($1::regclass)::float8 as bytes`,
    [source],
  )
  const [{ pages, bytes } = { pages: 0, bytes: 0 }] = rows
  const step = Math.max(1, Math.floor((sliceBytes * pages) / bytes))
  for (let first = 0; first < pages; first += step) {
    const end = first + step < pages ? ` and ctid < '(${first + step},0)'` : ''
    const slice = await copyOut(
      client,
      `copy (select ${columns} from only ${source} where ctid >= '(${first},0)'${end}) to stdout`,
    )
    if (slice.rows > 0) yield { ...table, ...slice }
  }
}

async function sequencesOf(client: pg.PoolClient): Promise<BackupFooter['sequences']> {
  const { rows } = await client.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S' order by relname",
  )
  const all: BackupFooter['sequences'] = []
  for (const { name } of rows) {
    const { rows: stands } = await client.query<{ value: string; used: boolean }>(
      `select last_value::text as value, is_called as used from public.${client.escapeIdentifier(name)}`,
    )
    all.push(...stands.map((stand) => ({ name, ...stand })))
  }
  return all
}
