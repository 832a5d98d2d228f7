import type { Env, Hono } from 'hono'
import type { Db } from '#src/db/database.server.ts'
import { createTestApi } from '#src/testing/test-api.ts'
import { createAdmin } from './admins.ts'

/** Calls as a signed-in admin: `call('PUT /api/products/1', body)` returns status and answer. */
export async function createAdminClient<E extends Env>(db: Db, feature: Hono<E>) {
  const admin = await createAdmin(db)
  const api = createTestApi(feature)
  async function ask(call: string, body?: unknown, headers: Record<string, string> = {}): Promise<Response> {
    const [method = 'GET', path = ''] = call.split(' ')
    const init: RequestInit = {
      method,
      headers: {
        cookie: admin.cookie,
        origin: 'http://localhost',
        ...(isPlain(body) && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: isPlain(body) ? JSON.stringify(body) : (body as BodyInit) }),
    }
    return api.request(path, init)
  }
  async function call(what: string, body?: unknown) {
    const answer = await ask(what, body)
    return { status: answer.status, answer: await answer.json() }
  }
  async function page(path: string) {
    const answer = await ask(`GET ${path}`)
    const next = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1]
    return { status: answer.status, items: await answer.json(), next, total: answer.headers.get('X-Total-Count') }
  }
  return { admin, ask, call, page }
}

const isPlain = (body: unknown) => body?.constructor === Object
