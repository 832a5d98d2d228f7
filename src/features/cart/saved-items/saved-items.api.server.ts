import { createRoute, z } from '@hono/zod-openapi'
import type { Db } from '#src/db/database.server.ts'
import { requireUser, type SignedIn } from '#src/features/auth/sessions/guards.server.ts'
import { IntegerId } from '#src/features/catalog/products/products.contract.ts'
import { jsonBody, jsonResponse, setNoStore } from '#src/server/openapi/api-helpers.server.ts'
import { createApiRouter } from '#src/server/openapi/api-router.server.ts'
import { consumeLimit, type RateLimit } from '#src/server/overload/rate-limit.server.ts'
import { SavedItem, SavedItemsInput, SavedKind } from './saved-items.contract.ts'
import { addSavedItems, listSavedItems, removeSavedItem } from './saved-items.server.ts'

const CHANGES: RateLimit = { name: 'saved-user', max: 120, perSeconds: 60 }

const all = (description: string) => ({ 200: jsonResponse(description, z.array(SavedItem)) })

const listRoute = createRoute({
  method: 'get',
  path: '/saved',
  summary: 'List saved items and the wishlist',
  responses: all('Oldest first'),
})

const putRoute = createRoute({
  method: 'put',
  path: '/saved',
  summary: 'Add saved items; the larger quantity wins',
  request: { body: jsonBody(SavedItemsInput) },
  responses: all('All saved items'),
})

const deleteRoute = createRoute({
  method: 'delete',
  path: '/saved/{productId}',
  summary: 'Remove a saved item',
  request: { params: z.object({ productId: IntegerId }), query: z.object({ kind: SavedKind }) },
  responses: { 204: { description: 'Removed' } },
})

export function savedItemsApi({ db }: { db: Db }) {
  const api = createApiRouter<SignedIn>()
  const signedIn = requireUser(db)
  api.openapi({ ...listRoute, middleware: signedIn }, async (c) => {
    setNoStore(c)
    return c.json(await listSavedItems(db, c.get('user').id), 200)
  })
  api.openapi({ ...putRoute, middleware: signedIn }, async (c) => {
    const userId = c.get('user').id
    await consumeLimit(db, CHANGES, userId)
    return c.json(await addSavedItems(db, { userId, ...c.req.valid('json') }), 200)
  })
  api.openapi({ ...deleteRoute, middleware: signedIn }, async (c) => {
    const userId = c.get('user').id
    await consumeLimit(db, CHANGES, userId)
    await removeSavedItem(db, { userId, ...c.req.valid('param'), ...c.req.valid('query') })
    return c.body(null, 204)
  })
  return api
}
