import { Readable } from 'node:stream'
import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { temporaryFolder } from '#src/testing/resources.ts'
import { testDatabase } from '#src/testing/test-database.ts'
import { openBackupSocket, readBackupSocket } from './backup-socket.server.ts'
import { decodeParts } from './backup-wire.server.ts'
import type { BackupPart, BackupSlice } from './export-data.server.ts'
import { type BackupSource, importData, loadSlices } from './import-data.server.ts'
import { splitLines } from './import-lines.server.ts'

/** What a visitor may paste: every end of a line that some reader knows, and characters of more than one byte. */
const PASTED = 'One\u2028Two\u2029Three\r\nFour\u0085"చాక్లెట్" \\ 🍫'

it('any text of visitors passes through the socket, and is imported unchanged', async () => {
  const { db, pool } = await testDatabase()
  await db.execute(sql`insert into stories (title, content, author_name) values ('Pasted', ${PASTED}, 'Asha')`)
  const folder = temporaryFolder()
  const closeBackupSocket = await openBackupSocket(pool, folder)
  const parts: BackupPart[] = []
  for await (const part of (await readBackupSocket(folder))?.parts ?? []) parts.push(part)
  await closeBackupSocket()

  await importData(pool, sourceOf(parts))
  const { rows } = await pool.query('select content from stories')
  expect(rows).toEqual([{ content: PASTED }])
})

function sourceOf(parts: BackupPart[]): BackupSource {
  const slices = parts.filter((part) => 'data' in part)
  const [header, footer] = [parts.find((part) => 'migrations' in part), parts.find((part) => 'sequences' in part)]
  if (!header || !footer) throw new Error('A backup has a beginning and an end')
  const tables = slices.map(({ table, columns }) => ({ table, columns }))
  return {
    migrations: header.migrations.map(({ hash }) => hash),
    rows: footer.rows,
    load: async (client) => ({ loaded: await loadSlices(client, { tables, slices: asTheyCome(slices) }), footer }),
  }
}

async function* asTheyCome(slices: BackupSlice[]) {
  yield* slices
}

it('a running shop of an older version is refused in words, and one that stops is reported', async () => {
  const answers = async (text: string) => {
    for await (const part of decodeParts(Readable.from([Buffer.from(text)], { objectMode: false })))
      expect(part).toBeDefined()
  }
  await expect(answers('{"format":1,"migrations":[]}\n')).rejects.toThrow('is of an older version')
  await expect(answers('{"format":2,"migrations":[],"bytes":0}\n{"table":"st')).rejects.toThrow(
    'interrupted the backup',
  )
})

it('a backup ends when its client disconnects', async () => {
  const { pool } = await testDatabase()
  await pool.query(
    `insert into stories (title, content, author_name) select 'Long', repeat('x', 10000), 'Asha' from generate_series(1, 600)`,
  )
  const folder = temporaryFolder()
  const closeBackupSocket = await openBackupSocket(pool, folder)
  const requested = await readBackupSocket(folder)
  await requested?.close()
  await pool.query('select 1')
  await closeBackupSocket()
}, 5000)

it('a line ends at its line feed, also when it arrives in chunks', async () => {
  const bytes = Buffer.from(`${JSON.stringify(PASTED)}\n"next"`)
  const pieces = Array.from(bytes, (_, at) => bytes.subarray(at, at + 1))
  const lines: string[] = []
  for await (const line of splitLines(Readable.from(pieces, { objectMode: false }))) lines.push(line)
  expect(lines.map((line) => JSON.parse(line))).toEqual([PASTED, 'next'])
})
