import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator'
import type pg from 'pg'
import { log } from '#src/server/telemetry/log.server.ts'
import { databaseErrorCode } from './database.server.ts'

const MIGRATIONS = path.resolve('db/migrations')

export const readMigrations = (): MigrationMeta[] => readMigrationFiles({ migrationsFolder: MIGRATIONS })

/** Migrates the database. Concurrent processes wait for each other. */
export async function migrate(pool: pg.Pool): Promise<void> {
  await applyMigrations(pool, readMigrations())
}

let stepsKnown: number | undefined

let warned: string | undefined

/** Whether a database has all migrations of this version. Logs a newer one: that of the version which takes over. */
export async function isMigrated(pool: pg.Pool): Promise<boolean> {
  stepsKnown ??= readMigrations().length
  const { rows } = await pool.query('select count(*)::int as made from drizzle.__drizzle_migrations')
  const { made } = rows[0]
  const sentence = `The database has ${made} migrations, and this version knows ${stepsKnown}`
  if (made !== stepsKnown && warned !== sentence) log.warn(sentence)
  warned = sentence
  return made >= stepsKnown
}

export function countPendingMigrations(made: readonly string[]): number {
  return verifiedMigrations(made).length - made.length
}

export async function migrateTo(pool: pg.Pool, made: readonly string[]): Promise<void> {
  await applyMigrations(pool, verifiedMigrations(made).slice(0, made.length))
}

/** This version's migrations; throws unless the applied ones are the first of them. */
function verifiedMigrations(made: readonly string[]): MigrationMeta[] {
  const known = readMigrations()
  if (made.length > known.length)
    throw new Error(
      `The database has ${made.length} migrations, and this version knows ${known.length}: use the newer version of the shop`,
    )
  if (made.some((hash, nth) => hash !== known[nth]?.hash))
    throw new Error('The database was made by other migrations than those of this version (db/migrations)')
  return known
}

const MIGRATION_LOCK = 7_041_952

/**
 * Applies what is missing: in one transaction, except the migrations that build an index without stopping writes, which
 * PostgreSQL refuses in a transaction. Drizzle's migrator, whose table this is, knows transactions only.
 */
export async function applyMigrations(pool: pg.Pool, migrations: readonly MigrationMeta[]): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query(`set statement_timeout = 0; set lock_timeout = ${LOCK_TIMEOUT_MS}`)
    await waitForLock(client)
    await client.query(`create schema if not exists drizzle;
      create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`)
    const { rows } = await client.query('select max(created_at) as newest from drizzle.__drizzle_migrations')
    let batch: MigrationMeta[] = []
    for (const migration of migrations) {
      if (migration.folderMillis <= Number(rows[0].newest)) continue
      if (!isConcurrent(migration)) batch.push(migration)
      else {
        await inOneTransaction(client, batch)
        batch = []
        await buildIndexes(client, migration)
      }
    }
    await inOneTransaction(client, batch)
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK])
  } finally {
    // Destroyed, because it has other timeouts.
    client.release(true)
  }
}

/** By polling: an index is not built while another connection waits for the lock inside a statement. */
async function waitForLock(client: pg.PoolClient): Promise<void> {
  for (;;) {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as mine', [MIGRATION_LOCK])
    if (rows[0].mine) return
    await sleep(100)
  }
}

/** Shorter than the four seconds of requests: they queue behind a migration that waits for a table. */
const LOCK_TIMEOUT_MS = 2000
const LOCK_NOT_AVAILABLE = '55P03'

/** Begins again as long as another transaction, such as a backup, holds a table; requests go on between the tries. */
async function inOneTransaction(client: pg.PoolClient, batch: readonly MigrationMeta[]): Promise<void> {
  if (batch.length === 0) return
  for (;;) {
    try {
      await client.query('begin')
      for (const migration of batch) await run(client, migration)
      await client.query('commit')
      return
    } catch (error) {
      if (databaseErrorCode(error) !== LOCK_NOT_AVAILABLE) throw error
      await client.query('rollback')
      log.warn('A migration waits for a table that another transaction holds')
      await sleep(LOCK_TIMEOUT_MS)
    }
  }
}

async function run(client: pg.PoolClient, { sql, hash, folderMillis }: MigrationMeta): Promise<void> {
  for (const statement of sql) await client.query(statement)
  await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [
    hash,
    folderMillis,
  ])
}

const CONCURRENT_INDEX = /\bcreate\s+(?:unique\s+)?index\s+concurrently\s+(?:if\s+not\s+exists\s+)?("[^"]+"|\w+)/gi

const isConcurrent = ({ sql }: MigrationMeta) => sql.some((statement) => statement.match(CONCURRENT_INDEX))

async function buildIndexes(client: pg.PoolClient, migration: MigrationMeta): Promise<void> {
  const names = [...migration.sql.join('\n').matchAll(CONCURRENT_INDEX)].map(([, name]) => name)
  // A build that was interrupted leaves an index that is never used.
  for (const name of names) await client.query(`drop index concurrently if exists ${name}`)
  await client.query('set lock_timeout = 0')
  await run(client, migration)
  await client.query(`set lock_timeout = ${LOCK_TIMEOUT_MS}`)
}

/** Exists while a restore runs, and vanishes with a rollback. */
export const RESTORE_LOCK_TABLE = 'drizzle.restoring'

/** Throws if a restore was interrupted: the data is incomplete. */
export async function assertNotRestoring(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query('select to_regclass($1) is not null as half', [RESTORE_LOCK_TABLE])
  if (rows[0]?.half)
    throw new Error(
      'This database is being restored, or a restore was interrupted. In that case restore the backup again, with --force; what was there before is in the schema before_... (docs/operations.md, Restore)',
    )
}
