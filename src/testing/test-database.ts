import { cpSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import { type Database, type Db, openDatabase } from '#src/db/database.server.ts'

/** Which database the running project tests on; set in vitest.config.ts. */
export const TEST_DATABASE = process.env.TEST_DATABASE === 'postgres' ? 'postgres' : 'embedded'

/** Thrown to make the database forget a test. */
class TakeBack extends Error {}

/**
 * Runs the body in a transaction on a migrated, empty database and takes everything back afterwards.
 * Transactions that the body opens on its `db` become savepoints.
 */
export async function inTestTransaction(body: (db: Db) => Promise<void>): Promise<void> {
  const { db } = await workerDatabase()
  await db
    .transaction(async (tx) => {
      // What is put off to the end of a transaction would never happen here.
      await tx.execute(sql`set constraints all immediate`)
      await body(tx)
      throw new TakeBack()
    })
    .catch((error) => {
      if (!(error instanceof TakeBack)) throw error
    })
}

/**
 * A migrated, empty database for this test alone, with real commits; it is gone when the test ends. On PostgreSQL it is
 * a database of its own. The embedded engine is one for the worker, so there it is emptied before and after the test:
 * use either this or `inTestTransaction` in one test, and call it once.
 */
export async function testDatabase(): Promise<Database> {
  if (TEST_DATABASE === 'postgres') return ownPostgresDatabase()
  const database = await workerDatabase()
  await emptyAllTables(database.db)
  onTestFinished(() => emptyAllTables(database.db))
  return { ...database, close: async () => {} }
}

/** On globalThis, because modules may be loaded once for every test file while the worker lives on. */
const worker = globalThis as typeof globalThis & { testDatabase?: Promise<Database> }

function workerDatabase(): Promise<Database> {
  worker.testDatabase ??= TEST_DATABASE === 'postgres' ? copyOfTemplate() : openCopy()
  return worker.testDatabase
}

function openCopy(): Promise<Database> {
  const dataDir = path.join(inject('workFolder'), `worker-${process.pid}-${process.env.VITEST_WORKER_ID}`)
  mkdirSync(dataDir, { recursive: true })
  cpSync(path.join(inject('preparedDatabase'), 'database'), path.join(dataDir, 'database'), { recursive: true })
  return openDatabase({ dataDir })
}

async function emptyAllTables(db: Db) {
  const { rows } = await db.execute<{ name: string }>(
    sql`select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`,
  )
  await db.execute(sql.raw(`truncate ${rows.map(({ name }) => name).join(', ')} restart identity cascade`))
}

async function ownPostgresDatabase(): Promise<Database> {
  const database = await copyOfTemplate()
  const name = new URL(database.url).pathname.slice(1)
  let open = true
  const close = async () => {
    if (open) await database.close()
    open = false
  }
  onTestFinished(async () => {
    await close()
    await onServer(`drop database if exists ${name} with (force)`)
  })
  return { ...database, close }
}

let made = 0

async function copyOfTemplate(): Promise<Database & { url: string }> {
  made += 1
  const name = `${inject('templateDatabase')}_${process.pid}_${made}`
  await onServer(`create database ${name} template ${inject('templateDatabase')}`)
  const url = new URL(inject('postgresUrl'))
  url.pathname = name
  return { ...(await openDatabase({ url: url.href, patient: true })), url: url.href }
}

/** Takes turns with the other workers: a template cannot be copied twice at the same moment. */
async function onServer(statement: string) {
  const client = new pg.Client({ connectionString: inject('postgresUrl') })
  await client.connect()
  await client.query('select pg_advisory_lock(1)')
  await client.query(statement)
  await client.end()
}
