import type { Readable } from 'node:stream'
import type pg from 'pg'

/** What a dump begins with: the moment that it shows, and the migrations that made its tables. */
export type BackupHeader = { format: 1; takenAt: string; migrations: { hash: string; createdAt: number }[] }
/** From here on every line that is a text is a row of this table, as PostgreSQL writes rows. */
export type BackupTable = { table: string; columns: string[] }
/** What it ends with. A dump without it was cut off. */
export type BackupFooter = { rows: Record<string, number>; sequences: { name: string; value: string; used: boolean }[] }

const ROWS_AT_ONCE = 500

/**
 * Everything that the shop knows at one moment, as lines of JSON. Both databases give and take the same lines, so a copy
 * of the one can be opened in the other, and no program has to fit the server's version. The rows wait for the reader,
 * and with them, in the embedded database, the shop.
 */
export async function* exportData(pool: pg.Pool): AsyncGenerator<string> {
  const client = await pool.connect()
  let isWhole = false
  try {
    await client.query('begin isolation level repeatable read, read only')
    await client.query('set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0')
    await client.query("set local timezone = 'UTC'; set local datestyle = 'ISO'; set local bytea_output = 'hex'")
    yield inOneLine(await headOf(client))
    const rows: BackupFooter['rows'] = {}
    for (const table of await listTables(client)) {
      yield inOneLine(table)
      rows[table.table] = 0
      for await (const row of rowsOf(client, table.table)) {
        rows[table.table] = (rows[table.table] ?? 0) + 1
        yield inOneLine(row)
      }
    }
    yield inOneLine({ rows, sequences: await sequencesOf(client) } satisfies BackupFooter)
    await client.query('commit')
    isWhole = true
  } finally {
    client.release(!isWhole)
  }
}

/** JSON leaves the two ends of a line that Unicode knows besides as they are, and many readers end a line there. */
function inOneLine(value: BackupHeader | BackupTable | BackupFooter | string): string {
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

/** The shop's tables, each with its columns in their order, but for those that the database works out itself. */
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

/** The lines of a stream, each ended by a line feed and by nothing else: what visitors wrote may hold other ends of lines. */
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
