import { z } from '@hono/zod-openapi'
import { MAX_LINE_QUANTITY } from '#src/core/shop-policy.ts'
import { coerceNumber } from '#src/core/validation/fields.ts'
import type { Db } from '#src/db/database.server.ts'
import { CUSTOMER } from '#src/features/auth/sessions/route-presets.server.ts'
import { listWatchedProducts, unwatchPrice, watchPrice } from '#src/features/cart/saved-items/price-watch.server.ts'
import { addSavedItems, listSavedItems, removeSavedItem } from '#src/features/cart/saved-items/saved-items.server.ts'
import { SAVED_KINDS } from '#src/features/cart/saved-items/saved-items.ts'
import { IntegerId } from '#src/features/catalog/products/products.contract.ts'
import { consumeLimit, type RateLimit } from '#src/server/overload/rate-limit.server.ts'
import { jsonResponse } from '#src/server/routes/api-helpers.server.ts'
import { createApiRouter } from '#src/server/routes/api-router.server.ts'
import { defineRoute } from '#src/server/routes/define-route.server.ts'

const SavedKind = z.enum(SAVED_KINDS)

const SavedItem = z.strictObject({
  productId: coerceNumber(z.int().min(1).max(2_147_483_647)),
  quantity: coerceNumber(z.int().min(1).max(MAX_LINE_QUANTITY)),
  kind: SavedKind,
})

const SavedItemsInput = z.strictObject({ items: z.array(SavedItem).max(100) })

const SAVED_ITEM_CHANGE_LIMIT: RateLimit = { name: 'saved-user', max: 120, perSeconds: 60 }

const all = (description: string) => ({ 200: jsonResponse(description, z.array(SavedItem)) })

const listRoute = defineRoute('get', '/saved', {
  ...CUSTOMER,
  summary: 'List saved items and the wishlist',
  responses: all('Oldest first'),
})

const putRoute = defineRoute('put', '/saved', {
  ...CUSTOMER,
  summary: 'Add saved items; the larger quantity wins',
  json: SavedItemsInput,
  responses: all('All saved items'),
})

const deleteRoute = defineRoute('delete', '/saved/{productId}', {
  ...CUSTOMER,
  summary: 'Remove a saved item',
  params: z.object({ productId: IntegerId }),
  query: z.object({ kind: SavedKind }),
  responses: { 204: { description: 'Removed' } },
})

const watchesRoute = defineRoute('get', '/saved/price-watches', {
  ...CUSTOMER,
  summary: 'List products of the wishlist whose price is watched',
  ok: ['Their ids', z.array(z.int())],
})

const OneProduct = z.object({ productId: IntegerId })

const watchRoute = defineRoute('put', '/saved/{productId}/price-watch', {
  ...CUSTOMER,
  summary: 'Ask for an e-mail when the price of a product on the wishlist drops',
  params: OneProduct,
  responses: { 204: { description: 'Watched from its current price' } },
})

const unwatchRoute = defineRoute('delete', '/saved/{productId}/price-watch', {
  ...CUSTOMER,
  summary: 'Do not watch a price any more',
  params: OneProduct,
  responses: { 204: { description: 'Not watched' } },
})

export function savedItemsApi({ db }: { db: Db }) {
  const api = createApiRouter()
  api.openapi(listRoute(db), async (c) => {
    return c.json(await listSavedItems(db, c.get('user').id), 200)
  })
  api.openapi(putRoute(db), async (c) => {
    const userId = c.get('user').id
    await consumeLimit(db, SAVED_ITEM_CHANGE_LIMIT, userId)
    return c.json(await addSavedItems(db, { userId, ...c.req.valid('json') }), 200)
  })
  api.openapi(deleteRoute(db), async (c) => {
    const userId = c.get('user').id
    await consumeLimit(db, SAVED_ITEM_CHANGE_LIMIT, userId)
    await removeSavedItem(db, { userId, ...c.req.valid('param'), ...c.req.valid('query') })
    return c.body(null, 204)
  })
  api.openapi(watchesRoute(db), async (c) => c.json(await listWatchedProducts(db, c.get('user').id), 200))
  api.openapi(watchRoute(db), async (c) => {
    const userId = c.get('user').id
    await consumeLimit(db, SAVED_ITEM_CHANGE_LIMIT, userId)
    await watchPrice(db, { userId, ...c.req.valid('param') })
    return c.body(null, 204)
  })
  api.openapi(unwatchRoute(db), async (c) => {
    const userId = c.get('user').id
    await consumeLimit(db, SAVED_ITEM_CHANGE_LIMIT, userId)
    await unwatchPrice(db, { userId, ...c.req.valid('param') })
    return c.body(null, 204)
  })
  return api
}
