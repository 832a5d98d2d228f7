import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { describeBrokenAuditChain } from '#src/app/jobs/consistency-check.server.ts'
import { BACKUP_INVARIANTS, buildInvariantsQuery, findBrokenInvariants } from '#src/app/jobs/invariants.server.ts'
import { importData } from '#src/db/backup/import-data.server.ts'
import { lockFolder } from '#src/db/file-lock.server.ts'
import { countPendingMigrations, migrate, RESTORE_LOCK_TABLE } from '#src/db/migrate.server.ts'
import { type CliDatabase, failedAt, openForCli, type PostgresLocation } from '#src/db/open-database.server.ts'
import { findPrimaryUrl } from '#src/db/servers/server-group.server.ts'
import { verifyAuditChain } from '#src/features/audit/audit-chain.server.ts'
import { describeBackup } from '../backup.ts'
import { STOP_SIGNAL } from '../cli.ts'
import { openBackupData, unpackBackup } from './backup-file.ts'
import { createCheckDatabaseName, deleteLeftovers, dropStaleCheckDatabases, formatTimestamp } from './cleanup-temp.ts'

type Where = { DATABASE_URL?: string | undefined; DATABASE_DIRECT_URL?: string | undefined; DATA_DIR: string }
/** An empty place for a shop. `finish` puts it in service, or deletes it after a check; `drop` undoes it. */
type Place = { name: string; database: CliDatabase; finish: () => Promise<void>; drop: () => Promise<void> }

type Restore = { open: () => Promise<Place>; dataDir?: string; identityFile?: string | undefined }

/**
 * Restores a backup, migrates it and checks its consistency; prints the time of each step. A real restore (`dataDir`)
 * ends all sessions: some were signed out or deleted since the backup.
 */
export async function restoreBackup(file: string, { open, dataDir, identityFile }: Restore) {
  const began = performance.now()
  const around = dataDir ?? tmpdir()
  await mkdir(around, { recursive: true, mode: 0o700 })
  await deleteLeftovers(dataDir ? 'restored' : 'checked', around)
  const unpacked = await mkdtemp(path.join(around, 'golconda-unpacked-'))
  let place: Place | undefined
  try {
    const manifest = await timed('unpacked, and every sum is right', () =>
      unpackBackup({ file, identityFile }, unpacked),
    )
    const takenAt = new Date(manifest.takenAt)
    console.log(`         ${describeBackup({ takenAt, manifest })}`)
    place = await open()
    const { name, database } = place
    const { pool, db } = database
    const source = await openBackupData(unpacked, manifest)
    const rows = await timed(`filled ${name}`, () => importData(pool, source))
    // Without statistics the checks would be planned for empty tables.
    await timed('gathered statistics', () => pool.query('analyze'))
    const steps = countPendingMigrations(source.migrations)
    await timed(`brought to this version, by ${steps} migrations`, () => migrate(pool))
    const sentences = await timed(`asked whether ${BACKUP_INVARIANTS.length} sentences hold`, async () =>
      findBrokenInvariants(db, buildInvariantsQuery(takenAt)),
    )
    const chain = await timed('verified the audit log', () => verifyAuditChain(db))
    const empty = rows.users ? {} : { 'a shop knows at least its maker': ['there is nobody in this copy'] }
    const broken = { ...sentences, ...describeBrokenAuditChain(chain), ...empty }
    console.log(
      `Rows: ${Object.entries(rows)
        .flatMap(([table, count]) => (count > 0 ? `${table} ${count}` : []))
        .join(', ')}`,
    )
    console.log(`The audit log has ${chain.entries} entries and ends with ${chain.head || 'nothing'}`)
    for (const [sentence, found] of Object.entries(broken)) console.log(`  ✗ ${sentence}: ${found.join(', ')}`)
    if (Object.keys(broken).length === 0) console.log(`  ✓ All ${BACKUP_INVARIANTS.length} sentences hold`)
    if (dataDir) await pool.query('delete from sessions; delete from sign_in_codes')
    STOP_SIGNAL.throwIfAborted()
    await database.close()
    if (dataDir) await putPictures(unpacked, dataDir)
    await place.finish()
    console.log(`Back after ${((performance.now() - began) / 1000).toFixed(1)} s (RTO)`)
    return Object.keys(broken).length === 0
  } catch (error) {
    await place?.database.close().catch(() => {})
    await place?.drop()
    throw error
  } finally {
    await rm(unpacked, { recursive: true, force: true })
  }
}

async function timed<T>(done: string, step: () => Promise<T>): Promise<T> {
  STOP_SIGNAL.throwIfAborted()
  const began = performance.now()
  const result = await step()
  console.log(`${((performance.now() - began) / 1000).toFixed(1).padStart(6)} s ${done}`)
  return result
}

async function putPictures(unpacked: string, dataDir: string): Promise<void> {
  const from = path.join(unpacked, 'uploads')
  if (!existsSync(from)) return
  await mkdir(path.join(dataDir, 'uploads'), { recursive: true, mode: 0o700 })
  for (const name of await readdir(from)) await rename(path.join(from, name), path.join(dataDir, 'uploads', name))
}

/** The shop's own place. Existing data is refused or, with `force`, moved aside; a running shop is never touched. */
export async function openRestoreTarget(where: Where, force: boolean): Promise<Place> {
  const server = await findServer(where)
  return server ? livingPostgres(server, force) : livingFolder(where.DATA_DIR, force)
}

/** The primary server, if the settings name one. */
async function findServer({ DATABASE_URL, DATABASE_DIRECT_URL: direct }: Omit<Where, 'DATA_DIR'>) {
  const given = direct ?? DATABASE_URL
  if (!given) return undefined
  const url = await findPrimaryUrl(given).catch(failedAt(direct ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL'))
  return { url, directUrl: direct && url }
}

const NOT_EMPTY = 'holds a shop already. With --force that is put aside, not deleted'

/** Restores beside the target, so that a shop never opens half-restored data. */
async function livingFolder(dataDir: string, force: boolean): Promise<Place> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const unlock = lockFolder(dataDir)
  const target = path.join(dataDir, 'database')
  const isTaken = existsSync(target)
  if (isTaken && !force) {
    unlock()
    throw new Error(`${dataDir} ${NOT_EMPTY}`)
  }
  const beside = await mkdtemp(path.join(dataDir, 'restoring-'))
  const leave = async () => {
    await rm(beside, { recursive: true, force: true })
    unlock()
  }
  const finish = async () => {
    const aside = `${target}.before-${formatTimestamp(new Date())}`
    if (isTaken) await rename(target, aside)
    if (isTaken) console.log(`What was there is now ${aside}`)
    await rename(path.join(beside, 'database'), target)
    await leave()
  }
  return { name: dataDir, database: await openForCli({ dataDir: beside }), finish, drop: leave }
}

async function livingPostgres(server: PostgresLocation, force: boolean): Promise<Place> {
  const { url } = server
  const database = await openForCli(server)
  const { rows } = await database.pool.query<{ name: string; taken: boolean; others: number }>(`
    select current_database() as name,
      exists (select from pg_tables where schemaname in ('public', 'drizzle')) as taken,
      (select count(*)::int from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
        and backend_type = 'client backend') as others`)
  const [{ name, taken, others } = { name: '', taken: true, others: 0 }] = rows
  const refusal =
    others > 0 ? `is in use by ${others} connections. Stop the shop first` : taken && !force ? NOT_EMPTY : undefined
  if (refusal) {
    await database.close()
    throw new Error(`The database ${name} ${refusal}`)
  }
  const aside = `before_${formatTimestamp(new Date()).toLowerCase()}`
  // One command, so that no shop can open between the check and the lock.
  const claim = database.pool.query(
    `create schema if not exists drizzle; ${
      taken
        ? `create schema ${aside}; ${moveShop('public', aside)};
        alter schema drizzle rename to ${aside}_steps; create schema drizzle;`
        : ''
    } create table ${RESTORE_LOCK_TABLE} ()`,
  )
  await claim.catch((error) => database.close().then(() => Promise.reject(error)))
  if (taken) console.log(`What was there is now in the schema ${aside}`)
  const failed = `${aside}_failed`
  const drop = () =>
    oneCommand(
      url,
      `create schema ${failed}; ${moveShop('public', failed)}; drop schema if exists drizzle cascade; ${
        taken
          ? `${moveShop(aside, 'public')}; drop schema ${aside}; alter schema ${aside}_steps rename to drizzle;`
          : ''
      } drop schema ${failed} cascade`,
    )
  const finish = () => oneCommand(url, `drop table ${RESTORE_LOCK_TABLE}`)
  return { name: `the database ${name}`, database, finish, drop }
}

/** Leaves the extensions, which both shops use, and whose functions belong to the server's administrator. */
const moveShop = (from: string, to: string) => `do $$ declare one text; begin
  for one in
    select 'routine ' || oid::regprocedure from pg_proc where pronamespace = '${from}'::regnamespace and not exists (
      select from pg_depend where classid = 'pg_proc'::regclass and objid = pg_proc.oid and deptype = 'e')
    union all select 'table ' || oid::regclass from pg_class where relnamespace = '${from}'::regnamespace and relkind = 'r'
  loop
    execute 'alter ' || one || ' set schema ${to}';
  end loop; end $$`

/** A temporary place for a check: a database on the same server if allowed, else a folder. */
export async function openTemporaryTarget(where: Omit<Where, 'DATA_DIR'>): Promise<Place> {
  const name = createCheckDatabaseName(new Date())
  const server = await findServer(where)
  if (server && (await mayMake(server, name))) {
    const url = new URL(server.url)
    url.pathname = name
    const drop = () => oneCommand(server.url, `drop database ${name}`)
    return { name: `the database ${name}`, database: await openForCli({ url: url.href }), finish: drop, drop }
  }
  const dataDir = await mkdtemp(path.join(tmpdir(), 'golconda-check-'))
  const drop = () => rm(dataDir, { recursive: true, force: true })
  return { name: 'an embedded database', database: await openForCli({ dataDir }), finish: drop, drop }
}

async function mayMake(server: PostgresLocation, name: string): Promise<boolean> {
  const { pool, close } = await openForCli(server)
  try {
    await dropStaleCheckDatabases(pool)
    await pool.query(`create database ${name} encoding 'UTF8' template template0`)
    return true
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== '42501') throw error
    console.log('This user of PostgreSQL may not make databases, so an embedded one takes its place')
    return false
  } finally {
    await close()
  }
}

async function oneCommand(url: string, command: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(command).finally(() => client.end())
}
