import type { Readable } from 'node:stream'
import type pg from 'pg'

/** First line of a backup: its time, and the migrations of its tables. */
export type BackupHeader = { format: 1; takenAt: string; migrations: { hash: string; createdAt: number }[] }
/** Every following string is a row of this table in PostgreSQL's text format. */
export type BackupTable = { table: string; columns: string[] }
/** Last line of a backup; without it the backup is incomplete. */
export type BackupFooter = { rows: Record<string, number>; sequences: { name: string; value: string; used: boolean }[] }

const ROWS_AT_ONCE = 500

/** Exports all data at one point in time as JSON lines. Reading slowly blocks the embedded database. */
export async function* exportData(pool: pg.Pool): AsyncGenerator<string> {
  const client = await pool.connect()
  let isWhole = false
  try {
    await client.query('begin isolation level repeatable read, read only')
    await client.query('set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0')
    await client.query("set local timezone = 'UTC'; set local datestyle = 'ISO'; set local bytea_output = 'hex'")
    yield toJsonLine(await headOf(client))
    const rows: BackupFooter['rows'] = {}
    for (const table of await listTables(client)) {
      yield toJsonLine(table)
      rows[table.table] = 0
      for await (const row of rowsOf(client, table.table)) {
        rows[table.table] = (rows[table.table] ?? 0) + 1
        yield toJsonLine(row)
      }
    }
    yield toJsonLine({ rows, sequences: await sequencesOf(client) } satisfies BackupFooter)
    await client.query('commit')
    isWhole = true
  } finally {
    client.release(!isWhole)
  }
}

/** Escapes U+2028 and U+2029, at which many readers end a line. */
function toJsonLine(value: BackupHeader | BackupTable | BackupFooter | string): string {
  return JSON.stringify(value).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')
}

async function headOf(client: pg.PoolClient): Promise<BackupHeader> {
  const { rows: applied } = await client.query<{ hash: string; created_at: string }>(
    'select hash, created_at from drizzle.__drizzle_migrations order by created_at',
  )
  const { rows: clock } = await client.query<{ now: Date }>('select now()')
  return {
    format: 1,
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

async function* rowsOf(client: pg.PoolClient, table: string): AsyncGenerator<string> {
  const source = client.escapeIdentifier(table)
  await client.query(`declare dump no scroll cursor for select whole_row::text as row from public.${source} whole_row`)
  for (;;) {
    const { rows } = await client.query<{ row: string }>(`fetch ${ROWS_AT_ONCE} from dump`)
    for (const { row } of rows) yield row
    if (rows.length < ROWS_AT_ONCE) break
  }
  await client.query('close dump')
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

/** Splits a stream at line feeds only: texts may contain other line separators. */
export async function* splitLines(stream: Readable): AsyncGenerator<string> {
  stream.setEncoding('utf8')
  let rest = ''
  for await (const piece of stream) {
    const lines = `${rest}${piece}`.split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') yield rest
}
