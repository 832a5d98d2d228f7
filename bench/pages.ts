import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createCluster } from '#tests/chaos/cluster.ts'
import { type ChaosCustomer, insertCustomers } from '#tests/chaos/customers.ts'
import { ask, forSeconds, runClosedLoop } from './lib/load.ts'
import { readCpuSeconds, readResidentMB, signInAdmin } from './lib/machine.ts'
import { describeMachine, median, round } from './lib/report.ts'

/** The first round does not count: warm-up. */
const ROUNDS = 10
const SECONDS = 2
const CONNECTIONS = 32
const FOR_EVERYBODY = ['/products', '/product/1', '/api/products']
const FOR_SIGNED_IN = ['/products', '/product/1', '/']
const FOR_ONE = ['/api/dashboard/stats', '/api/dashboard/analytics']

type Server = { url: string; pid?: number | undefined }
type Round = { perSecond: number; microseconds: number }

/** Measures the server's processor time per request, because the client shares the machine. */
async function load({ url, pid }: Server, address: string, { cookie = '', atOnce = CONNECTIONS } = {}): Promise<Round> {
  const before = readCpuSeconds(pid)
  const headers = { 'accept-encoding': 'br', ...(cookie && { cookie }) }
  const { done, perSecond } = await runClosedLoop({ atOnce, goesOn: forSeconds(SECONDS) }, () =>
    ask(url, address, headers),
  )
  return { perSecond, microseconds: ((readCpuSeconds(pid) - before) / done) * 1_000_000 }
}

const middle = (rounds: Round[], what: keyof Round) => median(rounds.slice(1).map((one) => one[what]))

/** Loads both in turns, because the machine's speed changes. `ratio`: processor time of the reference / of the measured. */
async function takeTurns(loadMeasured: () => Promise<Round>, loadReference: () => Promise<Round>) {
  const [measured, reference]: [Round[], Round[]] = [[], []]
  for (let round = 0; round < ROUNDS; round++) {
    measured.push(await loadMeasured())
    reference.push(await loadReference())
  }
  const ratios = measured.map(({ microseconds }, nth) => (reference[nth]?.microseconds ?? 0) / microseconds)
  return { measured, reference, ratio: round(median(ratios.slice(1)), 2) }
}

async function compareWithRaw(shop: Server, address: string) {
  const { headers, body } = await ask(shop.url, address, { 'accept-encoding': 'br' })
  for (const name of ['date', 'connection', 'keep-alive']) delete headers[name]
  const raw = fork(path.join(import.meta.dirname, 'lib/raw-server.ts'))
  raw.send({ headers, base64: body.toString('base64') })
  const [port] = await once(raw, 'message')
  const rawServer = { url: `http://127.0.0.1:${port}`, pid: raw.pid }
  const { measured, reference, ratio } = await takeTurns(
    () => load(shop, address),
    () => load(rawServer, address),
  )
  raw.disconnect()
  return {
    kB: round(body.length / 1000, 1),
    'shop/s': round(middle(measured, 'perSecond')),
    'raw/s': round(middle(reference, 'perSecond')),
    'shop µs': round(middle(measured, 'microseconds'), 1),
    'raw µs': round(middle(reference, 'microseconds'), 1),
    'raw : shop': ratio,
  }
}

async function compareSignedIn(shop: Server, address: string, { email, cookie }: ChaosCustomer) {
  const { body } = await ask(shop.url, address, { cookie })
  if (!body.includes(email)) throw new Error(`${address} does not know who is signed in`)
  const { measured, reference, ratio } = await takeTurns(
    () => load(shop, address, { cookie }),
    () => load(shop, address),
  )
  return {
    'visitor µs': round(middle(reference, 'microseconds'), 1),
    'signed in µs': round(middle(measured, 'microseconds'), 1),
    'visitor : signed in': ratio,
  }
}

async function measurePersonal(shop: Server, address: string, cookie: string) {
  const rounds: Round[] = []
  for (let round = 0; round < ROUNDS; round++) rounds.push(await load(shop, address, { cookie, atOnce: 3 }))
  const microseconds = middle(rounds, 'microseconds')
  return { 'a second and core': round(1_000_000 / microseconds), ms: round(microseconds / 1000, 2) }
}

/**
 * Compares common responses with raw `node:http` that sends the same bytes, and pages for somebody who is signed in with
 * those for visitors, in turns: npm run bench:pages.
 */
console.log(`${describeMachine()}, ${ROUNDS} rounds of ${SECONDS} s each, ${CONNECTIONS} connections.`)
const { open, close, look } = await createCluster({})
const shop = await open()
const everybody: Record<string, object> = {}
for (const address of FOR_EVERYBODY) everybody[address] = await compareWithRaw(shop, address)
console.table(everybody)
const [customer] = await look((db) => insertCustomers(db, 1))
if (!customer) throw new Error('There is no customer')
const signedIn: Record<string, object> = {}
for (const address of FOR_SIGNED_IN) signedIn[address] = await compareSignedIn(shop, address, customer)
console.table(signedIn)
const cookie = await signInAdmin(shop.url)
const one: Record<string, object> = {}
for (const address of FOR_ONE) one[`${address}, for one person`] = await measurePersonal(shop, address, cookie)
console.table(one)
console.log(`The shop holds ${readResidentMB(shop.pid)} MB.`)
await close()
console.log(describeMachine())
process.exit()
