import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator'
import type pg from 'pg'
import { log } from '#src/server/telemetry/log.server.ts'

const MIGRATIONS = path.resolve('db/migrations')

const MIGRATION_LOCK = 7_041_952

/** Migrates the database. Concurrent processes wait for each other: the migrator takes no lock itself. */
export async function migrate(pool: pg.Pool): Promise<void> {
  await applyAll(pool, MIGRATIONS)
}

let stepsKnown: number | undefined

let warned: string | undefined

/** Whether a database has all migrations of this version. Logs a newer one, which this version was not tested with. */
export async function isMigrated(pool: pg.Pool): Promise<boolean> {
  stepsKnown ??= readMigrationFiles({ migrationsFolder: MIGRATIONS }).length
  const { rows } = await pool.query('select count(*)::int as made from drizzle.__drizzle_migrations')
  const { made } = rows[0]
  const sentence = `The database has ${made} migrations, and this version knows ${stepsKnown}`
  if (made !== stepsKnown && warned !== sentence) log.warn(sentence)
  warned = sentence
  return made >= stepsKnown
}

export function countPendingMigrations(made: readonly string[]): number {
  return hashesOf(made).length - made.length
}

export async function migrateTo(pool: pg.Pool, made: readonly string[]): Promise<void> {
  hashesOf(made)
  const folder = mkdtempSync(path.join(tmpdir(), 'golconda-migrations-'))
  try {
    const journal = JSON.parse(readFileSync(path.join(MIGRATIONS, 'meta/_journal.json'), 'utf8'))
    const entries: { tag: string }[] = journal.entries.slice(0, made.length)
    mkdirSync(path.join(folder, 'meta'))
    for (const { tag } of entries) cpSync(path.join(MIGRATIONS, `${tag}.sql`), path.join(folder, `${tag}.sql`))
    writeFileSync(path.join(folder, 'meta/_journal.json'), JSON.stringify({ ...journal, entries }))
    await applyAll(pool, folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The hashes of this version's migrations; throws unless the applied ones are the first of them. */
function hashesOf(made: readonly string[]): string[] {
  const known = readMigrationFiles({ migrationsFolder: MIGRATIONS }).map(({ hash }) => hash)
  if (made.length > known.length) throw new Error('The database is from a newer version of the shop')
  if (made.some((hash, nth) => hash !== known[nth]))
    throw new Error('The database was made by other migrations than those of this version (db/migrations)')
  return known
}

async function applyAll(pool: pg.Pool, migrationsFolder: string): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0; set lock_timeout = 0')
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await applyMigrations(drizzle({ client }), { migrationsFolder })
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK])
  } finally {
    // Destroyed, because it has relaxed timeouts.
    client.release(true)
  }
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
