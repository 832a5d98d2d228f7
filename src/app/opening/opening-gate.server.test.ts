import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { servePages } from '#src/app/pages/page-policies.server.ts'
import type { Db } from '#src/db/database.server.ts'
import { inviteAdmin } from '#src/features/auth/admins/admin-invitations.server.ts'
import { countProductsOnSale } from '#src/features/catalog/food/stored-facts.server.ts'
import { findMailProblem } from '#src/features/notifications/outbox/mail-delivery.server.ts'
import { listMailboxMessages } from '#src/features/notifications/outbox/outbox.server.ts'
import { openShop } from '#src/features/settings/opening/opening.server.ts'
import { readVersionedSection } from '#src/features/settings/read-settings.server.ts'
import { changeSection } from '#src/features/settings/settings.server.ts'
import { shopOpening } from '#src/features/settings/settings.table.server.ts'
import { readEnv } from '#src/server/config/env.server.ts'
import { configureProcess } from '#src/server/config/process-settings.server.ts'
import { type RequestContext, runInRequestContext } from '#src/server/http/request-context.server.ts'
import { FILE_POLICY, listPolicies, withPolicy } from '#src/server/routes/route-policy.server.ts'
import { inTestTransaction, testDatabase } from '#src/testing/test-database.ts'
import { createAdmin } from '#tests/factories/admins.ts'
import { TEST_ADMIN } from '#tests/factories/custom-orders.ts'
import { createFullApi } from '#tests/factories/full-api.ts'
import { completeOpeningChecklist } from '#tests/factories/opening.ts'
import { createCustomer } from '#tests/factories/payments/payments.ts'
import { blockUntilOpened } from './opening-gate.server.ts'
import { createOpeningState } from './opening-state.server.ts'

/** Everything behind the gate answers. */
function aGuardedShop(db: Db, mode: 'live' | 'demo' = 'live') {
  const env = readEnv({})
  configureProcess({ publicUrl: env.PUBLIC_URL })
  const opening = createOpeningState(db, mode)
  const app = new Hono()
  app.use(blockUntilOpened({ db, opening, https: env.https }))
  for (const { method, path, policy } of listPolicies(createFullApi({ db }).routes))
    app.on(method, path, withPolicy(policy), (c) => c.text('let in'))
  app.get('/uploads/:file{[\\w-]+\\.[a-z0-9]+}', withPolicy(FILE_POLICY), (c) => c.text('let in'))
  servePages(app, (c) => c.text('let in'))
  const ask = (call: string, cookie = '') => {
    const [method = 'GET', path = ''] = call.split(' ')
    return app.request(path, { method, headers: { cookie } })
  }
  return { opening, ask, isLetIn: async (call: string, cookie = '') => (await ask(call, cookie)).status === 200 }
}

const CUSTOMERS_PAGES = ['/', '/products', '/product/1', '/cart', '/checkout', '/orders', '/about', '/policies/terms']
const CUSTOMERS_CALLS = [
  'GET /api/products',
  'GET /api/founder',
  'GET /api/orders',
  'POST /api/login',
  'POST /api/cart/quote',
  'POST /api/payments/upi/initiate',
  'POST /api/custom-orders',
  'POST /api/contact',
  'DELETE /api/auth/delete-account',
]
const GOES_ON = [
  'GET /admin-login',
  'GET /admin-login/',
  'GET /admin',
  'GET /admin/',
  'GET /admin/payments',
  'GET /admin/custom-orders',
  'POST /api/admin/login',
  'GET /api/admin/opening',
  'GET /api/dashboard/stats',
  'POST /api/upload',
  'GET /api/auth/user',
  'GET /api/logout',
  'POST /api/payments/webhook/sandbox',
  'GET /api/invitation',
  'POST /api/invitation',
  'GET /uploads/0a.webp',
]
/** What only begins like something that goes on: a page around it would tell strangers of the shop. */
const LOOKS_LIKE_IT = [
  '/admin/x',
  '/admin/payments/x',
  '/admin-login/x',
  '/adminx',
  '/uploads/..%5c',
  '/uploads/a/b.webp/c',
]

describe('a live shop that is not open yet', () => {
  it("shows an uncached 'We open soon' page at every address", () =>
    inTestTransaction(async (db) => {
      const { ask } = aGuardedShop(db)
      for (const page of [...CUSTOMERS_PAGES, ...LOOKS_LIKE_IT, '/api/login', '/no-such-page']) {
        const answer = await ask(`GET ${page}`)
        expect(answer.status, page).toBe(503)
        expect(Object.fromEntries(answer.headers)).toMatchObject({
          'retry-after': '3600',
          'cache-control': 'no-store',
          'x-robots-tag': 'noindex',
          'content-type': 'text/html; charset=utf-8',
        })
        expect(await answer.text()).toContain('We open soon.')
        // Each said once, not joined with itself.
        for (const name of ['x-frame-options', 'x-content-type-options', 'cross-origin-opener-policy'])
          expect(answer.headers.get(name), name).toMatch(/^(DENY|nosniff|same-origin)$/)
      }
    }))

  it('answers API calls of customers with a message', () =>
    inTestTransaction(async (db) => {
      const { ask } = aGuardedShop(db)
      const { cookie } = await createCustomer(db)
      for (const call of CUSTOMERS_CALLS)
        for (const who of ['', cookie]) {
          const answer = await ask(call, who)
          expect(answer.status, call).toBe(503)
          expect((await answer.json()).message).toMatch(/^We open soon\./)
        }
    }))

  it('marks its refusals, so that they are no errors for the alert', () =>
    inTestTransaction(async (db) => {
      const { ask } = aGuardedShop(db)
      const markOf = async (call: string) => {
        const context: RequestContext = { id: call }
        await runInRequestContext(context, () => ask(call))
        return context.refused
      }
      expect(await markOf('GET /products')).toBe('closed')
      expect(await markOf('GET /api/products')).toBe('closed')
      expect(await markOf('GET /robots.txt')).toBeUndefined()
      expect(await markOf('GET /admin')).toBeUndefined()
    }))

  it('tells search engines not to index it', () =>
    inTestTransaction(async (db) => {
      const { ask } = aGuardedShop(db)
      const robots = await ask('GET /robots.txt')
      expect([robots.status, await robots.text()]).toEqual([200, 'User-agent: *\nDisallow: /\n'])
      for (const file of ['/sitemap.xml', '/feeds/products.xml']) expect((await ask(`GET ${file}`)).status).toBe(503)
    }))

  it('works for admins, webhooks and files', () =>
    inTestTransaction(async (db) => {
      const { isLetIn } = aGuardedShop(db)
      for (const call of GOES_ON) expect(await isLetIn(call), call).toBe(true)
      const { cookie } = await createAdmin(db)
      for (const call of [...CUSTOMERS_PAGES.map((page) => `GET ${page}`), ...CUSTOMERS_CALLS])
        expect(await isLetIn(call, cookie), call).toBe(true)
    }))

  it('says that it is handcrafted only where the admin has said how that is known', () =>
    inTestTransaction(async (db) => {
      const { ask } = aGuardedShop(db)
      const page = async () => (await ask('GET /')).text()
      expect(await page()).not.toMatch(/handcrafted|undefined/i)
      const { version, value: claims } = await readVersionedSection(db, 'claims')
      const handcrafted = { ...claims.handcrafted, source: 'Our own studio in Basheerbagh', isShown: true }
      await changeSection(db, 'claims', { version, value: { ...claims, handcrafted }, by: TEST_ADMIN })
      expect(await page()).toContain('Handcrafted in Hyderabad')
    }))

  it('shows the contact details as soon as they are set', () =>
    inTestTransaction(async (db) => {
      const { ask } = aGuardedShop(db)
      expect(await (await ask('GET /')).text()).not.toContain('mailto:')
      await completeOpeningChecklist(db)
      const page = await (await ask('GET /')).text()
      expect(page).toContain('href="mailto:hello@golconda-cacao.in"')
      expect(page).toContain('href="tel:+914023551234"')
    }))
})

/** The gate before all calls of a live shop, on a database of its own. */
async function aClosedShop() {
  const database = await testDatabase()
  const { db } = database
  const api = createFullApi(database)
  const app = new Hono()
  app.use(blockUntilOpened({ db, opening: createOpeningState(db, 'live'), https: false }))
  app.route('/', api)
  const ask = (call: string, init: RequestInit = {}) => {
    const [method = '', path = ''] = call.split(' ')
    return app.request(path, { method, ...init, headers: { origin: 'http://localhost', ...init.headers } })
  }
  return { db, api, ask }
}

const ADDRESS = 'kiran@golconda-cacao.in'
const FORM = { name: 'Kiran Rao', password: 'milk-and-quick-27', again: 'milk-and-quick-27' }

it('an invited admin gets in while the shop is closed', async () => {
  const { db, ask } = await aClosedShop()
  await inviteAdmin(db, { email: ADDRESS, by: await createAdmin(db), publicUrl: 'http://localhost:3000' })
  const [mail] = await listMailboxMessages(db, ADDRESS)
  const link = mail?.text.match(/http:\/\/localhost:3000(\S+)/)?.[1]
  expect(await (await ask(`GET ${link}`)).text()).toContain(ADDRESS)
  const accepted = await ask(`POST ${link}`, { body: new URLSearchParams(FORM) })
  expect([accepted.status, await accepted.text()]).toEqual([200, expect.stringContaining('You are an admin now')])
  const signedIn = await ask('POST /api/admin/login', {
    body: JSON.stringify({ email: ADDRESS, password: FORM.password }),
    headers: { 'content-type': 'application/json' },
  })
  expect(signedIn.status).toBe(200)
  const cookie = signedIn.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  expect((await ask('GET /api/auth/user', { headers: { cookie } })).status).toBe(200)
  expect((await ask('GET /api/products', { headers: { cookie } })).status).toBe(200)
})

it('answers every call of an admin as usual', async () => {
  const { db, api } = await aClosedShop()
  const { isLetIn } = aGuardedShop(db)
  const calls = listPolicies(api.routes).flatMap(({ method, path, policy }) =>
    policy.openapi === 'admin' ? [`${method} ${path}`] : [],
  )
  expect(calls.length).toBeGreaterThan(60)
  const shut: string[] = []
  for (const call of calls) {
    const [method = '', path = ''] = call.split(' ')
    // Whose session has ended is told to sign in, so also without one.
    if (!(await isLetIn(`${method.toUpperCase()} ${path.replace(/:\w+/g, '1')}`))) shut.push(call)
  }
  expect(shut).toEqual([])
})

it('an opened shop lets everyone in and no longer checks the database', () =>
  inTestTransaction(async (db) => {
    const { opening, isLetIn } = aGuardedShop(db)
    expect(await isLetIn('GET /')).toBe(false)
    await completeOpeningChecklist(db)
    await openShop(db, { mode: 'live', countProductsOnSale, findMailProblem, by: await createAdmin(db) })
    opening.invalidate('opening')
    expect(await isLetIn('GET /')).toBe(true)
    expect(await isLetIn('GET /api/products')).toBe(true)
    await db.delete(shopOpening)
    expect(opening.isKnownOpen()).toBe(true)
    expect(await isLetIn('GET /')).toBe(true)
  }))

it('a process that missed the notification of the opening opens a second later', () =>
  inTestTransaction(async (db) => {
    const { isLetIn } = aGuardedShop(db)
    expect(await isLetIn('GET /')).toBe(false)
    await db.insert(shopOpening).values({})
    await expect.poll(() => isLetIn('GET /'), { timeout: 5000 }).toBe(true)
  }))

it('a demo is open from its first request', () =>
  inTestTransaction(async (db) => {
    const { opening, isLetIn } = aGuardedShop(db, 'demo')
    expect(opening.isKnownOpen()).toBe(true)
    expect(await isLetIn('GET /')).toBe(true)
  }))
