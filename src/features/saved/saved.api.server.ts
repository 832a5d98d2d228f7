import { createRoute, z } from '@hono/zod-openapi'
import { requireUser, type SignedIn } from '#src/features/account/guards.server.ts'
import { IntegerId } from '#src/features/catalog/catalog.contract.ts'
import { apiRouter } from '#src/platform/api-router.server.ts'
import { jsonAnswer, jsonBody, keepPrivate } from '#src/platform/api-shapes.server.ts'
import type { Db } from '#src/platform/database.server.ts'
import { type Limit, takeFromLimit } from '#src/platform/rate-limit.server.ts'
import { SavedChange, SavedItem, SavedKind } from './saved.contract.ts'
import { forgetSaved, keepSaved, listSaved } from './saved.server.ts'

const CHANGES: Limit = { name: 'saved-user', max: 120, perSeconds: 60 }

const all = (description: string) => ({ 200: jsonAnswer(description, z.array(SavedItem)) })

const listRoute = createRoute({
  method: 'get',
  path: '/saved',
  summary: 'What the shopper has put aside and wishes for',
  responses: all('First saved first'),
})

const keepRoute = createRoute({
  method: 'put',
  path: '/saved',
  summary: 'Adds to what is saved; the larger quantity counts',
  request: { body: jsonBody(SavedChange) },
  responses: all('Everything that is saved now'),
})

const forgetRoute = createRoute({
  method: 'delete',
  path: '/saved/{productId}',
  summary: 'Forgets one thing',
  request: { params: z.object({ productId: IntegerId }), query: z.object({ kind: SavedKind }) },
  responses: { 204: { description: 'It is not saved any more' } },
})

/** What is saved belongs to one person: every call needs a session. */
export function savedApi({ db }: { db: Db }) {
  const api = apiRouter<SignedIn>()
  const signedIn = requireUser(db)
  api.openapi({ ...listRoute, middleware: signedIn }, async (c) => {
    keepPrivate(c)
    return c.json(await listSaved(db, c.get('user').id), 200)
  })
  api.openapi({ ...keepRoute, middleware: signedIn }, async (c) => {
    const userId = c.get('user').id
    await takeFromLimit(db, CHANGES, userId)
    return c.json(await keepSaved(db, { userId, ...c.req.valid('json') }), 200)
  })
  api.openapi({ ...forgetRoute, middleware: signedIn }, async (c) => {
    const userId = c.get('user').id
    await takeFromLimit(db, CHANGES, userId)
    await forgetSaved(db, { userId, ...c.req.valid('param'), ...c.req.valid('query') })
    return c.body(null, 204)
  })
  return api
}
