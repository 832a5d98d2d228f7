import { cpSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import type { Db } from '#src/db/database.server.ts'
import { type Database, openDatabase } from '#src/db/open-database.server.ts'

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

/** Makes tests that begin with what `open` builds in an empty database. */
export const startingWith =
  <T>(open: (db: Db) => T | Promise<T>) =>
  (body: (opened: T, db: Db) => Promise<void>) =>
    inTestTransaction(async (db) => body(await open(db), db))

/** An empty database with real commits; once a test, never with `inTestTransaction`. A worker's tests share it. */
export async function testDatabase(): Promise<Database> {
  if (TEST_DATABASE === 'postgres') return ownPostgresDatabase()
  const database = await workerDatabase()
  onTestFinished(async () => void (await emptyAllTables(database.db)))
  return { ...database, close: async () => {} }
}

/** On globalThis, because modules load once per test file while the worker lives on. */
const worker = globalThis as typeof globalThis & {
  testDatabase?: Promise<Database>
  committedUrl?: Promise<string>
}

function workerDatabase(): Promise<Database> {
  worker.testDatabase ??=
    TEST_DATABASE === 'postgres'
      ? createCopy('rolled_back').then((url) => openDatabase({ url, patient: true }))
      : openCopy()
  return worker.testDatabase
}

function openCopy(): Promise<Database> {
  const dataDir = path.join(inject('workFolder'), `worker-${process.pid}-${process.env.VITEST_WORKER_ID}`)
  mkdirSync(dataDir, { recursive: true })
  cpSync(path.join(inject('preparedDatabase'), 'database'), path.join(dataDir, 'database'), { recursive: true })
  return openDatabase({ dataDir })
}

/** Deletes every row past triggers and foreign keys: a truncation writes new files for all tables, which takes 100 times as long. */
const EMPTY_ALL_TABLES = `do $$ declare name regclass; begin
  set local session_replication_role = replica;
  for name in select oid from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace and pg_relation_size(oid) > 0 loop
    execute format('delete from %s', name);
  end loop;
  perform setval(seqrelid, seqstart, false) from pg_sequence join pg_class on oid = seqrelid
    where relnamespace = 'public'::regnamespace;
end $$`

const emptyAllTables = (db: Db) => db.execute(sql.raw(EMPTY_ALL_TABLES))

async function ownPostgresDatabase(): Promise<Database> {
  worker.committedUrl ??= createCopy('committed')
  const database = await openDatabase({ url: await worker.committedUrl, patient: true })
  await emptyAllTables(database.db)
  let open = true
  const close = async () => {
    if (open) await database.close()
    open = false
  }
  onTestFinished(close)
  return { ...database, close }
}

/** The address of a database of this test alone. */
export async function testDatabaseUrl(): Promise<string> {
  return String((await ownPostgresDatabase()).pool.options.connectionString)
}

async function createCopy(purpose: 'rolled_back' | 'committed'): Promise<string> {
  const name = `${inject('templateDatabase')}_${process.pid}_${purpose}`
  await onServer(`create database ${name} template ${inject('templateDatabase')}`)
  const url = new URL(inject('postgresUrl'))
  url.pathname = name
  return url.href
}

/** Serialized: a template cannot be copied twice at once. */
async function onServer(statement: string) {
  const client = new pg.Client({ connectionString: inject('postgresUrl') })
  await client.connect()
  await client.query('select pg_advisory_lock(1)')
  await client.query(statement)
  await client.end()
}
