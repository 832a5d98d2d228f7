import type { MigrationMeta } from 'drizzle-orm/migrator'
import pg from 'pg'
import { expect, inject, it, onTestFinished } from 'vitest'
import { applyMigrations, readMigrations } from '#src/db/migrate.server.ts'
import { openDatabase } from '#src/db/open-database.server.ts'

async function anEmptyDatabase(): Promise<string> {
  const name = `${inject('templateDatabase')}_empty_${process.pid}`
  const client = new pg.Client({ connectionString: inject('postgresUrl') })
  await client.connect()
  await client.query(`create database ${name}`)
  onTestFinished(async () => {
    await client.query(`drop database ${name} with (force)`)
    await client.end()
  })
  const url = new URL(inject('postgresUrl'))
  url.pathname = name
  return url.href
}

it('eight processes that start together on an empty database all come up', async () => {
  const url = await anEmptyDatabase()
  const databases = await Promise.all(Array.from({ length: 8 }, () => openDatabase({ url })))
  onTestFinished(async () => {
    await Promise.all(databases.map(({ close }) => close()))
  })
  const applied = await databases[0]?.pool.query('select count(*)::int as count from drizzle.__drizzle_migrations')
  const known = await databases[7]?.pool.query(
    'select count(distinct hash)::int as count from drizzle.__drizzle_migrations',
  )
  expect(applied?.rows).toEqual(known?.rows)
  expect(applied?.rows[0].count).toBeGreaterThan(0)
})

const newest = readMigrations().at(-1)?.folderMillis ?? 0
const migration = (nth: number, sql: string[]): MigrationMeta => ({
  sql,
  hash: `later-${nth}`,
  folderMillis: newest + nth,
  bps: true,
})
const NOTES = migration(1, ['create table notes (id int primary key, words text)'])
const INDEX = migration(2, ['create index concurrently notes_words on notes (words)'])
const LATER = migration(3, ['alter table notes add column author text'])

async function aShop() {
  const url = await anEmptyDatabase()
  const pool = new pg.Pool({ connectionString: url, max: 12 })
  // The server drops the database while connections are open.
  pool.on('error', () => {})
  onTestFinished(() => pool.end())
  await applyMigrations(pool, [NOTES])
  const indexes = async () =>
    (
      await pool.query(
        `select indexrelid::regclass::text as name, indisvalid as valid from pg_index where indrelid = 'notes'::regclass order by 1`,
      )
    ).rows
  const isWaiting = async (type: string) => {
    const query = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and wait_event = $1`
    while ((await pool.query(query, [type])).rows.length === 0) await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return { pool, indexes, isWaiting }
}

it('an index is built without stopping orders, also by eight processes that start together', async () => {
  const { pool, indexes, isWaiting } = await aShop()
  const order = await pool.connect()
  await order.query(`begin; insert into notes values (1, 'an order that takes long')`)
  const migrated = Promise.all(Array.from({ length: 8 }, () => applyMigrations(pool, [NOTES, INDEX, LATER])))
  await isWaiting('virtualxid')
  await pool.query(`set lock_timeout = 500; insert into notes values (2, 'an order meanwhile')`)
  await order.query('commit')
  order.release()
  await migrated
  expect(await indexes()).toEqual([
    { name: 'notes_pkey', valid: true },
    { name: 'notes_words', valid: true },
  ])
  const { rows } = await pool.query('select hash from drizzle.__drizzle_migrations order by id')
  expect(rows.map(({ hash }) => hash)).toEqual(['later-1', 'later-2', 'later-3'])
})

it('an index whose build was interrupted is built at the next start', async () => {
  const { pool, indexes } = await aShop()
  await pool.query(`insert into notes values (1, 'twice'), (2, 'twice')`)
  const unique = migration(2, ['create unique index concurrently notes_words on notes (words)'])
  await expect(applyMigrations(pool, [NOTES, unique, LATER])).rejects.toThrow('could not create unique index')
  expect(await indexes()).toContainEqual({ name: 'notes_words', valid: false })
  await pool.query(`update notes set words = 'once' where id = 2`)
  await applyMigrations(pool, [NOTES, unique, LATER])
  expect(await indexes()).toContainEqual({ name: 'notes_words', valid: true })
})

it('a migration that waits for a table lets orders pass, and is applied when the table is free', async () => {
  const { pool, isWaiting } = await aShop()
  const backup = await pool.connect()
  await backup.query('begin; select * from notes')
  const migrated = applyMigrations(pool, [NOTES, LATER])
  await isWaiting('relation')
  // Requests give up after four seconds.
  await pool.query(`set lock_timeout = 4000; insert into notes values (1, 'an order')`)
  await backup.query('commit')
  backup.release()
  await migrated
  const { rows } = await pool.query('select author from notes')
  expect(rows).toEqual([{ author: null }])
})
