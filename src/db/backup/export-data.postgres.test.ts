import { expect, it } from 'vitest'
import { testDatabase } from '#src/testing/test-database.ts'
import { type BackupPart, exportData } from './export-data.server.ts'

it('a backup shows the shop as it was when the backup began, however much is written meanwhile', async () => {
  const { pool } = await testDatabase()
  await pool.query(
    `insert into stories (title, content, author_name) select 'Story ' || n, 'Dark and slow.', 'Asha' from generate_series(1, 300) n`,
  )
  const parts = exportData(pool, 8192)
  const { value: header } = await parts.next()
  await pool.query(`update stories set title = 'Changed' where title like '%1'`)
  await pool.query(`delete from stories where title like '%2'`)
  await pool.query(
    `insert into stories (title, content, author_name) select 'New', 'Later.', 'Ravi' from generate_series(1, 500)`,
  )
  const rest: BackupPart[] = []
  for await (const part of parts) rest.push(part)

  expect(header).toMatchObject({ format: 2 })
  const slices = rest.flatMap((part) => ('data' in part && part.table === 'stories' ? [part] : []))
  expect(slices.length, 'the table is read in several slices').toBeGreaterThan(2)
  const rows = slices.flatMap(({ data, columns }) =>
    String(data)
      .trimEnd()
      .split('\n')
      .map((row) => row.split('\t')[columns.indexOf('title')]),
  )
  expect(rows.toSorted()).toEqual(Array.from({ length: 300 }, (_, nth) => `Story ${nth + 1}`).toSorted())
  expect(rest.at(-1)).toMatchObject({ rows: { stories: 300 } })
})

it('a migration waits until the backup has read its table', async () => {
  const { pool } = await testDatabase()
  const parts = exportData(pool)
  await parts.next()
  const migration = pool.query('set lock_timeout = 200; alter table stories add column mood_of_day text')
  await expect(migration).rejects.toThrow('lock timeout')
  await parts.return(undefined)
})
