import { isDeepStrictEqual } from 'node:util'
import type pg from 'pg'
import { migrateTo } from '#src/db/migrate.server.ts'
import { type BackupFooter, type BackupHeader, type BackupTable, listTables } from './export-data.server.ts'

type Loaded = { head: BackupHeader; rows: BackupFooter['rows'] }

const ROWS_AT_ONCE = 500

/** Imports a backup into an empty database, in one transaction without triggers; checks foreign keys last. */
export async function importData(pool: pg.Pool, lines: AsyncIterable<string>): Promise<Loaded> {
  const reader = lines[Symbol.asyncIterator]()
  const head = parsed(await reader.next()) as BackupHeader
  if (head?.format !== 1) throw new Error('This is not a backup of a shop, or it is from a newer version')
  await migrateTo(
    pool,
    head.migrations.map(({ hash }) => hash),
  )
  const client = await pool.connect()
  let isWhole = false
  try {
    await client.query('begin')
    await client.query('set local statement_timeout = 0; set local lock_timeout = 0')
    await client.query("set local timezone = 'UTC'; set local datestyle = 'ISO'")
    const restore = await dropConstraints(client)
    const end = await fill(client, reader)
    await restore()
    await client.query('commit')
    isWhole = true
    return { head, rows: end.rows }
  } finally {
    // A broken connection is closed, which rolls back.
    client.release(!isWhole)
  }
}

const parsed = ({ value, done }: IteratorResult<string>): unknown => (done ? undefined : JSON.parse(value))

/** Empties the tables and drops foreign keys and triggers; returns the function that restores them. */
async function dropConstraints(client: pg.PoolClient): Promise<() => Promise<void>> {
  const tables = (await listTables(client)).map(({ table }) => `public.${client.escapeIdentifier(table)}`)
  const { rows: references } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
      from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
  )
  for (const table of tables) await client.query(`alter table ${table} disable trigger user`)
  await client.query(`truncate ${tables.join(', ')}`)
  for (const { table, name } of references) await client.query(`alter table ${table} drop constraint ${name}`)
  return async () => {
    for (const { table, name, definition } of references)
      await client.query(`alter table ${table} add constraint ${name} ${definition}`)
    for (const table of tables) await client.query(`alter table ${table} enable trigger user`)
  }
}

async function fill(client: pg.PoolClient, lines: AsyncIterator<string>): Promise<BackupFooter> {
  const known = await listTables(client)
  const loaded: BackupFooter['rows'] = {}
  let at: BackupTable | undefined
  let waiting: string[] = []
  const put = async () => {
    if (at && waiting.length > 0) loaded[at.table] = (loaded[at.table] ?? 0) + (await insert(client, at, waiting))
    waiting = []
  }
  for (;;) {
    const line = parsed(await lines.next()) as string | BackupTable | BackupFooter | undefined
    if (line === undefined) throw new Error('The backup is incomplete: its end is missing')
    if (typeof line === 'string') {
      if (waiting.push(line) >= ROWS_AT_ONCE) await put()
      continue
    }
    await put()
    if ('rows' in line) return ended(client, line, loaded)
    if (!known.some((table) => isDeepStrictEqual(table, line)))
      throw new Error(`The backup has a table ${line.table} with other columns than this version`)
    at = line
  }
}

/** Reading a row as its table's composite type keeps microseconds. */
async function insert(client: pg.PoolClient, { table, columns }: BackupTable, rows: string[]): Promise<number> {
  const target = `public.${client.escapeIdentifier(table)}`
  const names = columns.map((column) => client.escapeIdentifier(column))
  const { rowCount } = await client.query(
    `insert into ${target} (${names.join(', ')}) overriding system value
      select ${names.map((name) => `(whole_row).${name}`).join(', ')}
      from (select line::${target} as whole_row from unnest($1::text[]) as line offset 0) read`,
    [rows],
  )
  return rowCount ?? 0
}

async function ended(client: pg.PoolClient, end: BackupFooter, loaded: BackupFooter['rows']): Promise<BackupFooter> {
  for (const [table, count] of Object.entries(end.rows))
    if ((loaded[table] ?? 0) !== count)
      throw new Error(`The backup has only ${loaded[table] ?? 0} of ${count} rows of ${table}`)
  for (const { name, value, used } of end.sequences)
    await client.query('select setval($1::regclass, $2::bigint, $3)', [
      `public.${client.escapeIdentifier(name)}`,
      value,
      used,
    ])
  return end
}
