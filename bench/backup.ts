import { execFile } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { openDatabase } from '#src/db/open-database.server.ts'
import { ensureAdmin } from '#src/features/auth/admins/admins.server.ts'
import { tell } from '#src/testing/database-pair.ts'
import { startPostgresServer } from '#src/testing/postgres-server.ts'
import { ADMIN } from '#tests/shop-process.ts'
import { fillBigShop } from './lib/big-shop.ts'
import { describeMachine, readOptions, round } from './lib/report.ts'

const values = readOptions({ size: '300x100000', rounds: '2' })
const MAX_RATIO = 2
const run = promisify(execFile)
const folder = mkdtempSync(path.join(tmpdir(), 'golconda-bench-backup-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

type Database = { url: string }

const databaseAt = ({ url }: Database, name: string): Database => ({
  url: Object.assign(new URL(url), { pathname: name }).href,
})

/** The newest of these programs must be able to read the server. */
async function findClient(server: Database): Promise<string> {
  const programs = globSync('/usr/lib/postgresql/*/bin/pg_dump').sort()
  const major = Math.floor(Number(await tell(server, 'show server_version_num')) / 10_000)
  const found = programs.findLast((program) => Number(program.split('/')[4]) >= major)
  if (!found) throw new Error(`There is no pg_dump for a server of version ${major}. Set TEST_DATABASE_URL to another`)
  return path.dirname(found)
}

/** A shop of this size, on a database that may be there from the run before. */
async function openBigShop(server: Database): Promise<Database> {
  const [products = 0, orders = 0] = values.size.split('x').map(Number)
  const name = `golconda_bench_${values.size}`
  const database = databaseAt(server, name)
  if (await tell(server, `select true from pg_database where datname = '${name}'`)) return database
  await tell(server, `create database ${name} encoding 'UTF8' template template0`)
  const { db, close } = await openDatabase({ url: database.url })
  await ensureAdmin(db, { ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password })
  await close()
  await fillBigShop(database.url, { products, orders })
  await tell(database, 'vacuum analyze')
  return database
}

type Settings = { DATABASE_URL: string; DATA_DIR: string; BACKUP_RECIPIENT?: string }

/** The generated orders break invariants, so a restore warns at its end. */
async function shopCommand(script: 'backup' | 'restore', settings: Settings, words: string[]): Promise<string> {
  const env = { ...process.env, BACKUP_RECIPIENT: '', ...settings }
  const { stdout } = await run(process.execPath, [`scripts/${script}.ts`, ...words], { env }).catch((error) =>
    /Back after/.test(error.stdout) ? error : Promise.reject(error),
  )
  return stdout
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return (performance.now() - began) / 1000
}

const best: Record<string, number> = {}
function record(name: string, took: number): void {
  best[name] = Math.min(best[name] ?? Number.POSITIVE_INFINITY, took)
  console.log(`${took.toFixed(1).padStart(7)} s  ${name}`)
}
const measure = async (name: string, work: () => Promise<unknown>) => record(name, await seconds(work))

/** Also without what pg_restore does not do. */
async function measureRestore(name: string, settings: Settings, file: string): Promise<void> {
  let said = ''
  const total = await seconds(async () => {
    said = await shopCommand('restore', settings, [file])
  })
  record(`${name}, with its checks`, total)
  console.log(said)
  const checks = [...said.matchAll(/([\d.]+) s (?:gathered statistics|asked whether|verified the audit log)/g)]
  if (checks.length !== 3) throw new Error(`The restore no longer says how long its checks take:\n${said}`)
  record(name, total - checks.reduce((sum, [, took]) => sum + Number(took), 0))
}

let copies = 0
async function withEmptyDatabase(server: Database, work: (database: Database) => Promise<unknown>): Promise<void> {
  copies += 1
  const name = `golconda_bench_copy_${process.pid}_${copies}`
  await tell(server, `create database ${name} encoding 'UTF8' template template0`)
  await work(databaseAt(server, name)).finally(() => tell(server, `drop database ${name} with (force)`))
}

const newestIn = (backups: string) =>
  path.join(
    backups,
    readdirSync(backups)
      .filter((name) => /\.tar/.test(name))
      .sort()
      .at(-1) ?? '',
  )
const emptyFolder = (name: string) => mkdtempSync(path.join(folder, `${name}-`))

/**
 * Backup and restore against pg_dump and pg_restore, on the same server and data and in one run:
 * npm run bench:backup [-- --size 300x100000 --rounds 2].
 */
const server = await startPostgresServer()
const client = await findClient(server)
const shop = await openBigShop(server)
const orders = await tell(shop, 'select count(*)::int from orders')
const bytes = await tell(shop, 'select pg_database_size(current_database())::float8')
console.log(`${describeMachine()}; ${orders} orders, ${round(Number(bytes) / 2 ** 20)} MB`)
const identity = await generateIdentity()
const recipient = await identityToRecipient(identity)
const embedded = { DATABASE_URL: '', DATA_DIR: emptyFolder('embedded') }
const dump = path.join(folder, 'shop.dump')
for (let nth = 0; nth < Number(values.rounds); nth++) {
  const own = emptyFolder('own')
  const settings = { DATABASE_URL: shop.url, DATA_DIR: emptyFolder('data') }
  await measure('pg_dump -Fc', () => run(path.join(client, 'pg_dump'), ['-Fc', '-f', dump, shop.url]))
  await measure('backup', () => shopCommand('backup', settings, ['--to', own]))
  await measure('backup, encrypted', () =>
    shopCommand('backup', { ...settings, BACKUP_RECIPIENT: recipient }, ['--to', emptyFolder('encrypted')]),
  )
  console.log(`pg_dump ${statSync(dump).size} bytes, own ${statSync(newestIn(own)).size}`)
  await withEmptyDatabase(server, (copy) =>
    measure('pg_restore', () => run(path.join(client, 'pg_restore'), ['--no-owner', '-d', copy.url, dump])),
  )
  await withEmptyDatabase(server, (copy) =>
    measureRestore('restore', { ...settings, DATABASE_URL: copy.url }, newestIn(own)),
  )
  if (!existsSync(path.join(embedded.DATA_DIR, 'database')))
    await measureRestore('restore, embedded', embedded, newestIn(own))
  await measure('backup, embedded', () => shopCommand('backup', embedded, ['--to', emptyFolder('own-embedded')]))
}
const ratio = (name: string, to: string) => round((best[name] ?? Number.NaN) / (best[to] ?? Number.NaN), 2)
const table = Object.fromEntries(
  Object.entries(best).map(([name, took]) => {
    const to = name.includes('restore') ? 'pg_restore' : 'pg_dump -Fc'
    return [name, { seconds: round(took, 1), ratio: ratio(name, to), within: ratio(name, to) <= MAX_RATIO }]
  }),
)
console.table(table)
console.log(describeMachine())
process.exit()
