import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, it, onTestFinished } from 'vitest'
import { seedDemoCatalog } from '#db/demo/seed-catalog.ts'
import { seedDemoCustomOrders } from '#db/demo/seed-custom-orders.ts'
import { seedSampleBatch } from '#db/demo/seed-sample-batch.ts'
import { seedDemoStories } from '#db/demo/seed-stories.ts'
import { seedDemoTaxRegistration } from '#db/demo/seed-tax-registration.ts'
import { seedDemoTickets } from '#db/demo/seed-tickets.ts'
import { type Db, onlyRow } from '#src/db/database.server.ts'
import { users } from '#src/features/auth/auth.table.server.ts'
import { startSession } from '#src/features/auth/sessions/sessions.server.ts'
import { configureProcess } from '#src/server/config/process-settings.server.ts'
import { type ApiOperation, listOperations, type OpenApiDocument } from '#src/server/routes/openapi-types.ts'
import { temporaryFolder } from '#src/testing/resources.ts'
import { testDatabase } from '#src/testing/test-database.ts'
import { createAdmin } from '#tests/factories/admins.ts'
import { insertProduct } from '#tests/factories/catalog.ts'
import { createFullApi } from '#tests/factories/full-api.ts'
import { createInvoicedSale } from '#tests/factories/invoices.ts'
import { createOrder } from '#tests/factories/orders.ts'
import type { TestCustomer } from '#tests/factories/payments/payments.ts'
import {
  formatCallName,
  generateRequests,
  type PlannedRequest,
  type RequestActor,
} from '#tests/security/fuzz/requests.ts'
import { createResponseChecker } from '#tests/security/fuzz/response-checker.ts'
import { watchTables } from '#tests/security/fuzz/watch-tables.ts'

/** A whole run: FUZZ_REQUESTS=10000. The check runs fewer, seeded by the day: repeatable, and different every day. */
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 400)
const SEED = Number(process.env.FUZZ_SEED ?? new Date().toISOString().slice(0, 10).replaceAll('-', ''))

/** Tables that visitors may write: rate limits, and the data of these calls. */
const ALWAYS = ['rate_limits']
const VISITORS_LEAVE: Record<string, string[]> = {
  'post /api/stories': ['stories'],
  'post /api/stories/{id}/like': ['story_likes'],
  'post /api/contact': ['contact_tickets', 'outbox'],
  'post /api/custom-orders': ['custom_orders', 'custom_order_events', 'outbox'],
  'post /api/login': ['sign_in_codes', 'outbox'],
  // The demo's test bank pays for anyone with the payment number.
  'post /api/demo/upi/{clientTxnId}': ['sandbox_bank'],
}
/** Reads only update the session's last use. */
const READERS_LEAVE = ['sessions']

/** These end the session and all later requests of its owner. */
const ENDS_SESSIONS = /logout|delete-account|security/

it('no request from the API description breaks the shop, gets an undocumented response, or changes data without permission', async () => {
  const shop = await aFuzzedShop()
  console.log(`${REQUESTS} requests, FUZZ_SEED=${SEED}`)
  const property = fc.asyncProperty(generateRequests(shop.calls), async (planned) => {
    expect(await shop.tryOut(planned)).toBeUndefined()
  })
  await fc.assert(property, { numRuns: REQUESTS, seed: SEED, endOnFailure: false })
  console.log(JSON.stringify(Object.fromEntries([...shop.statuses].sort())))
}, 600_000)

async function aFuzzedShop() {
  const database = await testDatabase()
  const { db } = database
  const customer = await seed(db)
  const api = createFullApi(database, { DATA_DIR: temporaryFolder() })
  configureProcess({ rateLimits: 'relaxed' })
  onTestFinished(() => configureProcess({ rateLimits: 'strict' }))
  const cookies = await signEverybodyIn(db, customer)
  const description: OpenApiDocument = await (
    await api.request('/api/admin/openapi.json', { headers: { cookie: cookies.admin } })
  ).json()
  const calls = listOperations(description)
  const byName = new Map(calls.map((call) => [formatCallName(call), call]))
  const wrongIn = createResponseChecker(description)
  const known = new Map<string, string[]>()
  const statuses = new Map<number, number>()

  async function send(request: Request, actor: RequestActor) {
    request.headers.set('cookie', cookies[actor])
    const answer = await api.fetch(request)
    const goesOn = answer.headers.get('content-type')?.startsWith('text/event-stream')
    if (goesOn) await answer.body?.cancel()
    return { answer, text: goesOn ? undefined : await answer.text() }
  }

  for (const { method, path } of calls)
    if (method === 'get' && !path.includes('{')) {
      const { answer, text } = await send(new Request(new URL(path, HERE)), 'admin')
      if (answer.headers.get('content-type')?.includes('json')) harvest(known, path, text)
    }
  const written = await watchTables(db)
  onTestFinished(written.stop)

  /** Sends one request and returns what was wrong. */
  async function tryOut(planned: PlannedRequest): Promise<string | undefined> {
    const { actor } = planned
    const call = byName.get(planned.call)
    if (!call) throw new Error(`There is no ${planned.call}`)
    const request = requestOf(planned, { call, known })
    const { answer, text } = await send(request, actor)
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
    const left = (await written.since()).filter((table) => !ALWAYS.includes(table))
    const wrong = wrongIn(call, answer, text) ?? leftUnasked(planned, left)
    if (answer.ok && answer.headers.get('content-type')?.includes('json')) harvest(known, call.path, text)
    if (ENDS_SESSIONS.test(call.path)) {
      Object.assign(cookies, await signEverybodyIn(db, customer))
      await written.since()
    }
    return wrong && `${planned.call} (${new URL(request.url).pathname}) as ${actor}: ${wrong}\n${text?.slice(0, 300)}`
  }
  return { calls, statuses, tryOut }
}

const HERE = 'http://localhost'

/** One of everything with an id, and a customer with a paid and a pending order. */
async function seed(db: Db) {
  const now = new Date()
  await seedDemoTaxRegistration(db)
  await seedDemoCatalog(db)
  await seedSampleBatch(db)
  await seedDemoStories(db, now)
  await seedDemoCustomOrders(db, now)
  await seedDemoTickets(db, { now, adminEmail: 'maker@golconda.example' })
  const { context, customer } = await createInvoicedSale(db)
  await createOrder(context, { customer, product: await insertProduct(db, { stock: 50 }), paid: false })
  return customer
}

/** Replaces a customer who has deleted the account. */
async function signEverybodyIn(db: Db, { email }: Pick<TestCustomer, 'email'>): Promise<Record<RequestActor, string>> {
  await db.insert(users).values({ email }).onConflictDoNothing()
  const { id } = onlyRow(await db.select().from(users).where(eq(users.email, email)))
  return {
    visitor: '',
    forger: 'shop_session=forged; admin_authenticated=true; isAdmin=true',
    customer: `shop_session=${await startSession(db, { userId: id, kind: 'customer' })}`,
    admin: (await createAdmin(db)).cookie,
  }
}

/** Visitors write only what they may; reads write nothing. */
function leftUnasked({ call, actor }: PlannedRequest, left: string[]): string | undefined {
  const isReading = call.startsWith('get ')
  const may = isReading ? READERS_LEAVE : (VISITORS_LEAVE[call] ?? [])
  if (!isReading && actor !== 'visitor' && actor !== 'forger') return undefined
  const unasked = left.filter((table) => !may.includes(table))
  return unasked.length > 0 ? `wrote into ${unasked}` : undefined
}

/** Collects ids from responses, by the path they belong to. */
function harvest(known: Map<string, string[]>, path: string, text = ''): void {
  const ids = [...text.matchAll(/"(?:id|batchId|orderId|clientTxnId|productId)":("[^"]{1,100}"|\d+)/g)]
  const before = known.get(path) ?? []
  known.set(path, [...before, ...ids.map(([, id = '']) => id.replaceAll('"', ''))].slice(-100))
}

type Situation = { call: ApiOperation; known: Map<string, string[]> }

function requestOf({ params, query, body, contentType, origin }: PlannedRequest, { call, known }: Situation): Request {
  const ids = known.get(call.path.slice(0, call.path.indexOf('/{'))) ?? []
  const path = call.path.replace(/\{(\w+)\}/g, (_, name) => {
    const value = params[name]
    const text = value && 'typed' in value ? value.typed : ids[(value?.known ?? 0) % ids.length]
    return encodeURIComponent((text ?? '1').toWellFormed()) || '%20'
  })
  const url = new URL(`${path}?${new URLSearchParams(query.map(([name, text]) => [name, text.toWellFormed()]))}`, HERE)
  const headers = new Headers(call.method === 'get' ? {} : { origin })
  if (body !== undefined && contentType) headers.set('content-type', contentType)
  return new Request(url, { method: call.method.toUpperCase(), headers, ...(body !== undefined && { body }) })
}
