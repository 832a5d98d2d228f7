import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import autocannon from 'autocannon'
import { freePort, startPostgresServer } from '#src/platform/testing/postgres-server.ts'

const ROUNDS = 5
const SECONDS = 3
const CONNECTIONS = 32
const ADDRESSES = ['/products', '/product/1', '/api/products']
/** The kernel counts a process's time in these: 100 a second on Linux (getconf CLK_TCK). */
const TICKS_A_SECOND = 100

type Server = { url: string; process: ChildProcess }
type Round = { perSecond: number; microseconds: number }

/**
 * What visitors are sent most, against raw `node:http` that sends the same bytes with the same headers, in turns:
 * npm run bench:pages. The processor time of the server for one request is what counts: whoever asks shares the machine.
 */
async function main() {
  const postgres = await startPostgresServer()
  const dataDir = mkdtempSync(path.join(tmpdir(), 'golconda-bench-'))
  const shop = await start(['dist/server/main.js'], {
    DATABASE_URL: postgres.url,
    DATA_DIR: dataDir,
    RATE_LIMITS: 'relaxed',
  })
  console.log(`${machine()}, ${ROUNDS} rounds of ${SECONDS} s each, ${CONNECTIONS} connections.\n`)
  console.log('| address | kB | shop/s | raw/s | shop µs | raw µs | raw : shop |')
  console.log('|---|---:|---:|---:|---:|---:|---:|')
  try {
    for (const address of ADDRESSES) await compare(shop, address)
    console.log(`\n${machine()}. The shop holds ${residentMB(shop)} MB.`)
  } finally {
    await stop(shop)
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function compare(shop: Server, address: string) {
  const sample = await fetch(shop.url + address, { headers: { 'accept-encoding': 'br' } })
  const headers = [...sample.headers].filter(([name]) => !['date', 'connection', 'keep-alive'].includes(name))
  await sample.arrayBuffer()
  const raw = await start(['bench/raw-server.ts'], {
    RAW_FROM: shop.url + address,
    RAW_HEADERS: JSON.stringify(headers),
  })
  const ours: Round[] = []
  const theirs: Round[] = []
  for (let round = 0; round < ROUNDS; round++) {
    ours.push(await load(shop, address))
    theirs.push(await load(raw, address))
  }
  await stop(raw)
  const [shopTime, rawTime] = [median(ours, 'microseconds'), median(theirs, 'microseconds')]
  const kB = Number(sample.headers.get('content-length')) / 1000
  const figures = [
    kB.toFixed(1),
    median(ours, 'perSecond').toFixed(0),
    median(theirs, 'perSecond').toFixed(0),
    shopTime.toFixed(1),
    rawTime.toFixed(1),
    (rawTime / shopTime).toFixed(2),
  ]
  console.log(`| ${[address, ...figures].join(' | ')} |`)
}

async function load(server: Server, address: string): Promise<Round> {
  const before = ticksOf(server)
  const result = await autocannon({
    url: server.url + address,
    connections: CONNECTIONS,
    duration: SECONDS,
    headers: { 'accept-encoding': 'br' },
  })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${address}: ${result.non2xx} refusals, ${result.errors} errors`)
  const seconds = (ticksOf(server) - before) / TICKS_A_SECOND
  return { perSecond: result.requests.average, microseconds: (seconds / result.requests.total) * 1_000_000 }
}

/** User and system time of all its threads (proc(5), fields 14 and 15). */
function ticksOf({ process: { pid } }: Server): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return Number(fields[11]) + Number(fields[12])
}

function residentMB({ process: { pid } }: Server): string {
  const kB = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return (Number(kB) / 1024).toFixed(0)
}

function median(rounds: Round[], of: keyof Round): number {
  return rounds.map((round) => round[of]).sort((one, other) => one - other)[Math.floor(rounds.length / 2)] ?? Number.NaN
}

async function start(script: string[], env: Record<string, string>): Promise<Server> {
  const port = String(await freePort())
  const url = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, script, {
    env: { ...process.env, NODE_ENV: 'production', PORT: port, PUBLIC_URL: url, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  for (let tries = 0; tries < 600; tries++) {
    if (child.exitCode !== null) break
    if ((await fetch(`${url}/api/products`).catch(() => undefined))?.ok) return { url, process: child }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`${script.join(' ')} does not start`)
}

async function stop({ process: child }: Server) {
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

const machine = () =>
  `${new Date().toISOString().slice(0, 16)}Z, ${cpus().length} x ${cpus()[0]?.model}, load ${loadavg()[0]?.toFixed(1)}`

await main()
