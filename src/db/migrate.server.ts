import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator'
import type pg from 'pg'
import { log } from '#src/server/telemetry/log.server.ts'

/** Every command starts in the project's folder, so this holds for the sources and for the bundle. */
const MIGRATIONS = path.resolve('db/migrations')

/** Any number; it names this lock among the database's advisory locks. */
const MIGRATION_LOCK = 7_041_952

/** Brings the tables up to date. Processes that start together do it one after the other: the migrator itself takes no lock. */
export async function migrate(pool: pg.Pool): Promise<void> {
  await applyAll(pool, MIGRATIONS)
}

let stepsKnown: number | undefined

let told: string | undefined

/**
 * Whether a database has come as far as this version. One that is further may serve a newer version beside it, or this one
 * was put back: it is said, because nobody has tried the two together.
 */
export async function isMigrated(pool: pg.Pool): Promise<boolean> {
  stepsKnown ??= readMigrationFiles({ migrationsFolder: MIGRATIONS }).length
  const { rows } = await pool.query('select count(*)::int as made from drizzle.__drizzle_migrations')
  const { made } = rows[0]
  const sentence = `The tables have made ${made} steps, and this version knows ${stepsKnown}`
  if (made !== stepsKnown && told !== sentence) log.warn(sentence)
  told = sentence
  return made >= stepsKnown
}

/** How many steps this version knows that a database of these steps has not made yet. */
export function countPendingMigrations(made: readonly string[]): number {
  return hashesOf(made).length - made.length
}

/** The same as far as another version had come, whose steps are named by their hashes: for its data, which fits only there. */
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

/** This version's steps. Throws unless those that were made are the first of them. */
function hashesOf(made: readonly string[]): string[] {
  const known = readMigrationFiles({ migrationsFolder: MIGRATIONS }).map(({ hash }) => hash)
  if (made.length > known.length) throw new Error('The data is of a newer version of the shop than this one')
  if (made.some((hash, nth) => hash !== known[nth]))
    throw new Error('The data was made by other steps than those of this version (db/migrations)')
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
    // Destroyed rather than returned: it carries relaxed timeouts.
    client.release(true)
  }
}
