import { execFileSync, spawn } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { tell } from '#src/testing/database-pair.ts'
import { freePort, type OwnPostgresServer } from '#src/testing/postgres-server.ts'

const START_MS = 30_000

/** Whether this PgBouncer keeps prepared statements. */
export function isPoolerUsable(program: string): boolean {
  try {
    const [, major, minor] =
      /PgBouncer (\d+)\.(\d+)/.exec(execFileSync(program, ['--version'], { encoding: 'utf8' })) ?? []
    return Number(major) > 1 || Number(minor) >= 21
  } catch {
    return false
  }
}

/** PgBouncer in front of one server, as docs/scale.md advises. */
export async function startPooler(program: string, server: OwnPostgresServer) {
  const folder = mkdtempSync(path.join(tmpdir(), 'golconda-pooler-'))
  const file = path.join(folder, 'pgbouncer.ini')
  const { uid, gid } = statSync(server.data)
  chownSync(folder, uid, gid)
  const port = await freePort()
  const write = (to: OwnPostgresServer) => writeFileSync(file, settings({ folder, port, to }))
  write(server)
  writeFileSync(path.join(folder, 'users'), '"postgres" ""\n')
  const running = spawn(program, [file], { stdio: 'ignore', uid, gid })
  const at = (database: string) => `postgres://postgres@127.0.0.1:${port}/${database}`
  const order = (command: string) => tell({ url: at('pgbouncer') }, command)
  process.once('exit', () => {
    running.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })
  const isOpen = () => tell({ url: at('postgres') }, 'select true').catch(() => false)
  for (const giveUpAt = performance.now() + START_MS; !(await isOpen()); await sleep(50))
    if (running.exitCode !== null || performance.now() > giveUpAt) throw new Error('PgBouncer does not start')
  return {
    url: at('postgres'),
    pause: () => order('PAUSE'),
    resume: () => order('RESUME'),
    leadTo: async (to: OwnPostgresServer) => {
      write(to)
      await order('RELOAD')
    },
  }
}

const settings = ({ folder, port, to }: { folder: string; port: number; to: OwnPostgresServer }) => `[databases]
postgres = host=127.0.0.1 port=${new URL(to.url).port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${path.join(folder, 'users')}
admin_users = postgres
pool_mode = transaction
max_prepared_statements = 200
default_pool_size = 60
server_login_retry = 0.2
logfile = ${path.join(folder, 'log')}
`
