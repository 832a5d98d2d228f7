import { spawnSync } from 'node:child_process'
import { appendFileSync, chownSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type OwnPostgresServer, startOwnPostgresServer } from './postgres-server.ts'

export type DatabasePair = Awaited<ReturnType<typeof startDatabasePair>>

/** A primary whose commits wait for a streaming standby. */
export async function startDatabasePair() {
  const one = await startOwnPostgresServer({ isDurable: true })
  await tell(one, `alter system set wal_keep_size = '256MB'`, RELOAD)
  const two = await startOwnPostgresServer({ isDurable: true, fill: (data) => copyPrimary(one, data) })
  const servers = { primary: one, standby: two }
  await syncOnceCaughtUp(one)

  async function promote() {
    const { primary, standby } = servers
    await tell(standby, 'select pg_promote()')
    Object.assign(servers, { primary: standby, standby: primary })
  }
  async function rebuildStandby() {
    const { primary, standby } = servers
    rmSync(standby.data, { recursive: true })
    await copyPrimary(primary, standby.data)
    await standby.revive()
    await syncOnceCaughtUp(primary)
  }
  async function rejoinStandby() {
    const { primary, standby } = servers
    makeStandby(standby.data, primary)
    await standby.revive()
    await syncOnceCaughtUp(primary)
  }
  return {
    url: listHosts(one.url, two.url),
    servers,
    promote,
    rebuildStandby,
    rejoinStandby,
    stop: async () => void (await Promise.all([one.stop(), two.stop()])),
  }
}

function listHosts(one: string, two: string): string {
  return one.replace(/(?=\/postgres$)/, `,${new URL(two).host}`)
}

const RELOAD = 'select pg_reload_conf()'

/** SQL as the owner of a server, statement by statement. Returns the first value of the last. */
export async function tell({ url }: Pick<OwnPostgresServer, 'url'>, ...statements: string[]): Promise<unknown> {
  const client = new pg.Client({ connectionString: url, application_name: 'owner' })
  await client.connect()
  try {
    let last: unknown
    for (const statement of statements) {
      const { rows } = await client.query({ text: statement, rowMode: 'array' })
      last = rows[0]?.[0]
    }
    return last
  } finally {
    await client.end()
  }
}

/** A base backup of a running server: the npm binaries have no pg_basebackup. */
async function copyPrimary(primary: OwnPostgresServer, data: string): Promise<void> {
  const client = new pg.Client({ connectionString: primary.url, application_name: 'owner' })
  await client.connect()
  await client.query("select pg_backup_start('standby', true)")
  spawnSync('cp', ['-a', primary.data, data])
  const { rows } = await client.query('select labelfile from pg_backup_stop(false)')
  await client.end()
  rmSync(path.join(data, 'postmaster.pid'))
  for (const name of readdirSync(path.join(data, 'pg_wal')))
    if (/^[0-9A-F]{24}/.test(name)) rmSync(path.join(data, 'pg_wal', name))
  write(data, 'backup_label', rows[0].labelfile)
  makeStandby(data, primary)
}

function makeStandby(data: string, primary: OwnPostgresServer): void {
  const { port } = new URL(primary.url)
  const source = `host=127.0.0.1 port=${port} user=postgres application_name=standby`
  write(data, 'standby.signal', '')
  write(data, 'postgresql.auto.conf', `primary_conninfo = '${source}'\nwal_keep_size = '256MB'\n`)
}

function write(data: string, name: string, text: string): void {
  const { uid, gid } = statSync(data)
  writeFileSync(path.join(data, name), text, { mode: 0o600 })
  chownSync(path.join(data, name), uid, gid)
}

/** A standby that lacks the beginning of the primary's timeline panics when promoted (known bug of PostgreSQL 18.4). */
async function syncOnceCaughtUp(primary: OwnPostgresServer): Promise<void> {
  const position = await tell(primary, 'select pg_current_wal_flush_lsn()')
  const caughtUp = `select count(*)::int from pg_stat_replication where flush_lsn >= '${position}'`
  while ((await tell(primary, caughtUp)) !== 1) await sleep(50)
  await tell(primary, `alter system set synchronous_standby_names = 'standby'`, RELOAD)
}

export function configure({ data }: Pick<OwnPostgresServer, 'data'>, line: string): void {
  appendFileSync(path.join(data, 'postgresql.auto.conf'), `${line}\n`)
}
