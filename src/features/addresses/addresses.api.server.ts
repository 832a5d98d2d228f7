import { z } from '@hono/zod-openapi'
import type { Db } from '#src/db/database.server.ts'
import { CUSTOMER } from '#src/features/auth/sessions/route-presets.server.ts'
import { consumeLimit, type RateLimit } from '#src/server/overload/rate-limit.server.ts'
import { errorResponse } from '#src/server/routes/api-helpers.server.ts'
import { createApiRouter } from '#src/server/routes/api-router.server.ts'
import { defineRoute } from '#src/server/routes/define-route.server.ts'
import { jsonUpTo } from '#src/server/routes/route-policy.server.ts'
import { Address, AddressInput } from './addresses.contract.ts'
import { addAddress, deleteAddress, listAddresses, updateAddress } from './addresses.server.ts'

const ADDRESS_CHANGE_LIMIT: RateLimit = { name: 'address-user', max: 60, perSeconds: 60 }

const IN_BOOK = { ...CUSTOMER, body: jsonUpTo(8), priority: 'checkout' } as const
const AddressParams = z.object({ id: z.uuid('This address is not in your address book.') })
const REFUSED = { 409: errorResponse('Saved already, or ten others are') }

const listRoute = defineRoute('get', '/addresses', {
  ...CUSTOMER,
  priority: 'checkout',
  summary: 'List the saved addresses',
  ok: ['The default first, then the last used', z.array(Address)],
})

const addRoute = defineRoute('post', '/addresses', {
  ...IN_BOOK,
  summary: 'Save an address',
  json: AddressInput,
  created: ['The saved address', Address],
  responses: REFUSED,
})

const updateRoute = defineRoute('put', '/addresses/{id}', {
  ...IN_BOOK,
  summary: 'Change a saved address, or make it the default',
  params: AddressParams,
  json: AddressInput,
  ok: ['The changed address', Address],
  responses: REFUSED,
})

const deleteRoute = defineRoute('delete', '/addresses/{id}', {
  ...CUSTOMER,
  priority: 'checkout',
  summary: 'Delete a saved address',
  params: AddressParams,
  responses: { 204: { description: 'Deleted' } },
})

export function addressesApi({ db, now }: { db: Db; now: () => Date }) {
  const api = createApiRouter()
  api.openapi(listRoute(db), async (c) => c.json(await listAddresses(db, c.get('user').id), 200))
  api.openapi(addRoute(db), async (c) => {
    const userId = c.get('user').id
    await consumeLimit(db, ADDRESS_CHANGE_LIMIT, userId)
    return c.json(await addAddress(db, { userId, input: c.req.valid('json'), now: now() }), 201)
  })
  api.openapi(updateRoute(db), async (c) => {
    const userId = c.get('user').id
    await consumeLimit(db, ADDRESS_CHANGE_LIMIT, userId)
    return c.json(await updateAddress(db, { userId, ...c.req.valid('param'), input: c.req.valid('json') }), 200)
  })
  api.openapi(deleteRoute(db), async (c) => {
    const userId = c.get('user').id
    await consumeLimit(db, ADDRESS_CHANGE_LIMIT, userId)
    await deleteAddress(db, { userId, ...c.req.valid('param') })
    return c.body(null, 204)
  })
  return api
}
