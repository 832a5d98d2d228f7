import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { freePort } from '#src/testing/postgres-server.ts'
import { SHOP_COMMAND, SHOP_MEMORY_ENV } from '../../scripts/build.ts'

export type Server = { url: string; process: ChildProcess }

/** Clock ticks per second on Linux (getconf CLK_TCK). */
const TICKS_A_SECOND = 100

/** The shop closes a connection after 1,000 requests and says so; autocannon ignores that. */
export const REQUESTS_PER_CONNECTION = 900

export const BENCH_PASSWORD = 'a-password-for-the-bench'

/** Starts the built shop and measures the time to the first 200. */
export async function startProductionShop(env: Record<string, string>): Promise<Server & { tookMs: number }> {
  const began = performance.now()
  const server = await startServer(SHOP_COMMAND, {
    ...SHOP_MEMORY_ENV,
    RATE_LIMITS: 'relaxed',
    ADMIN_PASSWORD: BENCH_PASSWORD,
    ...env,
  })
  return { ...server, tookMs: performance.now() - began }
}

export async function startServer(script: string[], env: Record<string, string>): Promise<Server> {
  const port = String(await freePort())
  const url = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, script, {
    env: { ...process.env, NODE_ENV: 'production', PORT: port, PUBLIC_URL: url, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  for (let tries = 0; tries < 6000 && child.exitCode === null; tries++) {
    if ((await fetch(`${url}/api/categories`).catch(() => undefined))?.ok) return { url, process: child }
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  throw new Error(`${script.join(' ')} does not start`)
}

export async function stopServer({ process: child }: Server): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

/** Processor time so far: user and system, all threads (proc(5), fields 14 and 15). */
export function readCpuSeconds({ process: { pid } }: Server): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND
}

/** Time that the host gave to other virtual machines ("steal", proc(5)). NaN outside Linux. */
export function readStealMs(): number {
  if (!existsSync('/proc/stat')) return Number.NaN
  const [, ...fields] = readFileSync('/proc/stat', 'utf8').split('\n', 1)[0]?.split(/\s+/) ?? []
  return (Number(fields[7]) / TICKS_A_SECOND) * 1000
}

export function readResidentMB({ process: { pid } }: Server): number {
  const kB = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kB) / 1024
}

export async function signInAdmin(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ email: 'maker@golconda.example', password: BENCH_PASSWORD }),
  })
  if (!answer.ok) throw new Error(`The maker cannot sign in: ${answer.status} ${await answer.text()}`)
  return answer.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
}

export function median(figures: number[]): number {
  return figures.toSorted((one, other) => one - other)[Math.floor(figures.length / 2)] ?? Number.NaN
}

/** Other load on the machine, reported with every result. */
export const describeMachine = () =>
  `${new Date().toISOString().slice(0, 16)}Z, ${cpus().length} x ${cpus()[0]?.model}, load ${loadavg()[0]?.toFixed(1)}`
