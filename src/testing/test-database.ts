import { cpSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import { type Database, type Db, openDatabase } from '#src/db/database.server.ts'

export const TEST_DATABASE = process.env.TEST_DATABASE === 'postgres' ? 'postgres' : 'embedded'

class TakeBack extends Error {}

/** Runs the body in a transaction on an empty database and rolls back; inner transactions become savepoints. */
export async function inTestTransaction(body: (db: Db) => Promise<void>): Promise<void> {
  const { db } = await workerDatabase()
  await db
    .transaction(async (tx) => {
      // Deferred constraints would never be checked otherwise.
      await tx.execute(sql`set constraints all immediate`)
      await body(tx)
      throw new TakeBack()
    })
    .catch((error) => {
      if (!(error instanceof TakeBack)) throw error
    })
}

/**
 * An empty database with real commits; call it once a test, never with `inTestTransaction`. The embedded engine is
 * shared by the worker.
 */
export async function testDatabase(): Promise<Database> {
  if (TEST_DATABASE === 'postgres') return ownPostgresDatabase()
  const database = await workerDatabase()
  await emptyAllTables(database.db)
  onTestFinished(() => emptyAllTables(database.db))
  return { ...database, close: async () => {} }
}

/** On globalThis, because modules load once per test file while the worker lives on. */
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

/** Serialized: a template cannot be copied twice at once. */
async function onServer(statement: string) {
  const client = new pg.Client({ connectionString: inject('postgresUrl') })
  await client.connect()
  await client.query('select pg_advisory_lock(1)')
  await client.query(statement)
  await client.end()
}
