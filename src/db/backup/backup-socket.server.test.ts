import { Readable } from 'node:stream'
import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { temporaryFolder } from '#src/testing/resources.ts'
import { testDatabase } from '#src/testing/test-database.ts'
import { openBackupSocket, readBackupSocket } from './backup-socket.server.ts'
import { splitLines } from './export-data.server.ts'
import { importData } from './import-data.server.ts'

/** What a visitor may paste: every end of a line that some reader knows, and characters of more than one byte. */
const PASTED = 'One\u2028Two\u2029Three\r\nFour\u0085"చాక్లెట్" \\ 🍫'

it('any text of visitors is exported in single lines, and imported unchanged', async () => {
  const { db, pool } = await testDatabase()
  await db.execute(sql`insert into stories (title, content, author_name) values ('Pasted', ${PASTED}, 'Asha')`)
  const folder = temporaryFolder()
  const closeBackupSocket = await openBackupSocket(pool, folder)
  const lines: string[] = []
  for await (const line of (await readBackupSocket(folder))?.lines ?? []) lines.push(line)
  await closeBackupSocket()
  expect(lines.join('')).not.toMatch(/[\u2028\u2029]/)

  await importData(pool, asTheyCome(lines))
  const { rows } = await pool.query('select content from stories')
  expect(rows).toEqual([{ content: PASTED }])
})

async function* asTheyCome(lines: string[]) {
  yield* lines
}

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
