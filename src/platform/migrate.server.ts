import path from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator'
import type pg from 'pg'

/** Every command starts in the project's folder, so this holds for the sources and for the bundle. */
const MIGRATIONS = path.resolve('db/migrations')

/** Any number; it names this lock among the database's advisory locks. */
const MIGRATION_LOCK = 7_041_952

/** Brings the tables up to date. Processes that start together do it one after the other: the migrator itself takes no lock. */
export async function migrate(pool: pg.Pool): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0; set lock_timeout = 0')
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await applyMigrations(drizzle({ client }), { migrationsFolder: MIGRATIONS })
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK])
  } finally {
    // Destroyed rather than returned: it carries relaxed timeouts.
    client.release(true)
  }
}
