import { beforeEach, expect, inject, it, onTestFinished, vi } from 'vitest'
import { openForCli } from '#src/db/open-database.server.ts'
import { readEnv } from '#src/server/config/env.server.ts'
import { temporaryFolder } from '#src/testing/resources.ts'
import { testDatabase } from '#src/testing/test-database.ts'
import { createAdmin } from '#tests/factories/admins.ts'
import { openRestoreTarget, restoreBackup } from '../../../scripts/backup/restore-backup.ts'
import { takeBackup } from '../../../scripts/backup.ts'

beforeEach(() => {
  vi.spyOn(console, 'log').mockImplementation(() => {})
  onTestFinished(() => void vi.restoreAllMocks())
})

/** Connects as its owner, who is no administrator of the server, as operations.md sets it up. */
async function ownDatabase(name: string) {
  const url = new URL(inject('postgresUrl'))
  const server = await openForCli({ url: url.href })
  await server.pool.query(`create role ${name} login password 'for this test'`)
  await server.pool.query(`create database ${name} owner ${name} encoding 'UTF8' template template0`)
  onTestFinished(async () => {
    await server.pool.query(`drop database ${name}`)
    await server.pool.query(`drop role ${name}`)
    await server.close()
  })
  Object.assign(url, { pathname: name, username: name, password: 'for this test' })
  const ask = async (query: string) => {
    const { pool, close } = await openForCli({ url: url.href })
    return (await pool.query(query).finally(close)).rows
  }
  return { url: url.href, ask }
}

const titles = (schema = 'public') => `select title from ${schema}.stories
  where ${schema}.normalize_text(title) like '%cafe%' order by title`

it('a backup is restored over a shop, whose data is put aside until it is dropped; one that fails leaves the shop as it was', async () => {
  const { pool, db } = await testDatabase()
  await createAdmin(db)
  const insert = `insert into stories (title, content, author_name) values ('Café', 'Cacao', 'Asha')`
  await pool.query(insert)
  const [DATA_DIR, BACKUP_DIR] = [temporaryFolder(), temporaryFolder()]
  const settings = { DATA_DIR, BACKUP_DIR, MIN_FREE_MB: '1' }
  const from = readEnv({ ...settings, DATABASE_URL: String(pool.options.connectionString) })
  const { file } = await takeBackup(from, { folder: BACKUP_DIR, keep: 3 })
  const { url, ask } = await ownDatabase(`restored_over_${process.pid}`)
  const to = readEnv({ ...settings, DATABASE_URL: url })
  const open = () => openRestoreTarget(to, true)

  expect(await restoreBackup(file, { open, dataDir: DATA_DIR })).toBe(true)
  await ask(insert.replace('Café', 'Café of today'))
  const both = [{ title: 'Café' }, { title: 'Café of today' }]

  const failing = async () => ({ ...(await open()), finish: () => Promise.reject(new Error('the power is cut')) })
  await expect(restoreBackup(file, { open: failing, dataDir: DATA_DIR })).rejects.toThrow('the power is cut')
  expect(await ask(titles())).toEqual(both)

  await expect(restoreBackup(file, { open: () => openRestoreTarget(to, false) })).rejects.toThrow(
    'holds a shop already',
  )
  expect(await restoreBackup(file, { open, dataDir: DATA_DIR })).toBe(true)
  expect(await ask(titles())).toEqual([{ title: 'Café' }])
  const [aside] = await ask(`select nspname as name from pg_namespace where nspname ~ '^before_.*[0-9]$'`)
  expect(await ask(titles(aside?.name))).toEqual(both)

  await ask(`drop schema ${aside?.name}, ${aside?.name}_steps cascade`)
  expect(await ask(titles())).toEqual([{ title: 'Café' }])
  expect(await ask(`select from pg_namespace where nspname like 'before%'`)).toEqual([])
})
