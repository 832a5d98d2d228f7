import type { Readable } from 'node:stream'
import type pg from 'pg'
import { type BackupFooter, type BackupTable, listTables } from './export-data.server.ts'
import { assertKnown, type BackupSource } from './import-data.server.ts'

type LinesHeader = { format: 1; migrations: { hash: string }[] }

const ROWS_AT_ONCE = 500

/** A backup of format 1, written before 27 November 2026: lines of JSON that are a header, tables, rows in PostgreSQL's text format, and a footer. */
export async function readLines(rows: BackupFooter['rows'], lines: AsyncIterable<string>): Promise<BackupSource> {
  const reader = lines[Symbol.asyncIterator]()
  const header = parsed(await reader.next()) as LinesHeader | undefined
  if (header?.format !== 1) throw new Error('This is not a backup of a shop, or it is from a newer version')
  return { rows, migrations: header.migrations.map(({ hash }) => hash), load: (client) => fill(client, reader) }
}

const parsed = ({ value, done }: IteratorResult<string>): unknown => (done ? undefined : JSON.parse(value))

async function fill(client: pg.PoolClient, lines: AsyncIterator<string>) {
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
    if ('rows' in line) return { loaded, footer: line }
    assertKnown(known, line)
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
