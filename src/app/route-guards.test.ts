import { describe, expect, it } from 'vitest'
import { type Db, onlyRow } from '#src/db/database.server.ts'
import { users } from '#src/features/auth/auth.table.server.ts'
import { startSession } from '#src/features/auth/sessions/sessions.server.ts'
import { testDatabase } from '#src/testing/test-database.ts'
import { createFullApi } from '#tests/factories/full-api.ts'

/** What everybody may call. A new call is not among them until somebody says so here. */
const PUBLIC = [
  'GET /api/auth/user',
  'GET /api/categories',
  'GET /api/demo/mailbox',
  'GET /api/demo/messages',
  'GET /api/demo/upi/:clientTxnId',
  'GET /api/docs',
  'GET /api/founder',
  'GET /api/invitation',
  'GET /api/login',
  'GET /api/logout',
  'GET /api/openapi.json',
  'GET /api/orders/recipients/template.csv',
  'GET /api/policies/:name',
  'GET /api/processors',
  'GET /api/products',
  'GET /api/products/:id',
  'GET /api/products/facets',
  'GET /api/products/facts',
  'GET /api/products/:id/reviews',
  'GET /api/custom-orders/ready-day',
  'GET /api/delivery',
  'GET /api/settings/public',
  'GET /api/shop',
  'GET /api/stories',
  'GET /api/stories/:id',
  'GET /api/stories/liked',
  'GET /api/tax-rates',
  'GET /api/trace',
  'GET /api/trace/:batchId',
  'GET /api/track/:token',
  'GET /api/unsubscribe/:token',
  'GET /api/whatsapp/statuses',
  'POST /api/admin/login',
  'POST /api/admin/logout',
  'POST /api/bulk-requests',
  'POST /api/cart/quote',
  'POST /api/contact',
  'POST /api/csp-report',
  'POST /api/custom-orders',
  'POST /api/demo/upi/:clientTxnId',
  'POST /api/invitation',
  'POST /api/login',
  'POST /api/parcel-scans',
  'POST /api/payments/webhook/sandbox',
  'POST /api/products/:id/notify',
  'POST /api/stories',
  'POST /api/stories/:id/like',
  'POST /api/unsubscribe/:token',
  'POST /api/whatsapp/statuses',
]

/** What every signed-in person may call, each for what is theirs. */
const SIGNED_IN = [
  'DELETE /api/products/:id/notify',
  'GET /api/products/:id/notify',
  'DELETE /api/addresses/:id',
  'DELETE /api/auth/delete-account',
  'DELETE /api/saved/:productId',
  'DELETE /api/saved/:productId/price-watch',
  'GET /api/saved/price-watches',
  'PUT /api/saved/:productId/price-watch',
  'GET /api/addresses',
  'GET /api/auth/my-data',
  'GET /api/card-logos/:id',
  'GET /api/custom-orders/mine',
  'GET /api/orders',
  'GET /api/orders/:id',
  'GET /api/orders/:id/credit-notes/:note',
  'GET /api/orders/:id/invoice',
  'GET /api/orders/:id/invoice.pdf',
  'GET /api/orders/:id/problems',
  'GET /api/problem-photos/:id',
  'GET /api/products/:id/reviews/own',
  'GET /api/quotes/:token',
  'GET /api/saved',
  'POST /api/addresses',
  'POST /api/card-logos',
  'POST /api/orders/:id/cancel',
  'POST /api/orders/:id/pay',
  'POST /api/orders/:id/problems',
  'POST /api/orders/:id/received',
  'POST /api/orders/:id/reorder',
  'POST /api/orders/parcels/price',
  'POST /api/orders/recipients/read',
  'POST /api/payments/upi/initiate',
  'POST /api/payments/upi/utr',
  'POST /api/payments/upi/verify',
  'POST /api/problem-photos',
  'POST /api/products/:id/reviews',
  'POST /api/quotes/:token/accept',
  'POST /api/quotes/:token/question',
  'PUT /api/addresses/:id',
  'PUT /api/saved',
]

const FORGED = 'admin_authenticated=true; admin_email=maker@golconda.example; isAdmin=true; signed_in=1'

/** Every call of the table, as `METHOD /path`. Middleware is registered for all methods, and is none. */
function callsOf(api: ReturnType<typeof createFullApi>): string[] {
  const calls = api.routes.filter(({ method }) => method !== 'ALL').map(({ method, path }) => `${method} ${path}`)
  return [...new Set(calls)].sort()
}

async function cookieOf(db: Db, { isAdmin }: { isAdmin: boolean }) {
  const email = isAdmin ? 'maker@golconda.example' : 'asha@example.com'
  const { id } = onlyRow(await db.insert(users).values({ email, isAdmin }).returning())
  return `shop_session=${await startSession(db, { userId: id, kind: 'customer' })}`
}

function knock(api: ReturnType<typeof createFullApi>, call: string, cookie: string) {
  const [method = '', path = ''] = call.split(' ')
  const headers = { origin: 'http://localhost', 'content-type': 'application/json', cookie }
  const body = method === 'GET' || method === 'DELETE' ? undefined : '{}'
  return api.request(path.replace(/:\w+(\{[^}]*\})?/g, '1'), { method, headers, body })
}

describe('every API call', () => {
  it('is rejected for unauthorised clients unless it is public', async () => {
    const database = await testDatabase()
    const api = createFullApi(database)
    const customer = await cookieOf(database.db, { isAdmin: false })
    const adminByCode = await cookieOf(database.db, { isAdmin: true })
    const visitors = {
      'without a session': '',
      'with a forged flag': FORGED,
      'with a token of nobody': 'shop_session=x',
      'with a session of the maker that no password opened': adminByCode,
    }
    const others = {
      'with the session of a shopper': customer,
      'with that and a forged flag': `${customer}; ${FORGED}`,
    }
    const guarded = callsOf(api).filter((call) => !PUBLIC.includes(call))
    expect(guarded.length).toBeGreaterThan(20)
    const answered: string[] = []
    const refuses = async (call: string, expected: number, cookies: Record<string, string>) => {
      for (const [who, cookie] of Object.entries(cookies)) {
        const { status } = await knock(api, call, cookie)
        if (status !== expected) answered.push(`${call} ${who}: ${status}`)
      }
    }
    for (const call of guarded) await refuses(call, 401, visitors)
    for (const call of guarded.filter((call) => !SIGNED_IN.includes(call))) await refuses(call, 403, others)
    expect(answered).toEqual([])
  })

  it('is on the list of public calls exactly when it is public', async () => {
    const calls = callsOf(createFullApi(await testDatabase()))
    expect([...PUBLIC, ...SIGNED_IN].filter((call) => !calls.includes(call))).toEqual([])
    const ofAdmin = [...PUBLIC, ...SIGNED_IN].filter((call) => /\/api\/(admin|dashboard|upload)/.test(call))
    expect(ofAdmin).toEqual(['POST /api/admin/login', 'POST /api/admin/logout'])
  })
})
