import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import { ShopError } from '#src/core/shop-error.ts'
import { apiRouter } from '#src/platform/api-router.server.ts'
import { DONE, jsonAnswer, jsonBody, keepPrivate, refusal, sayDone } from '#src/platform/api-shapes.server.ts'
import { clientAddress } from '#src/platform/client-address.server.ts'
import type { Db } from '#src/platform/database.server.ts'
import type { Env } from '#src/platform/env.server.ts'
import { AdminCredentials, User } from './account.contract.ts'
import { deleteAccount, type OnDelete } from './account.server.ts'
import { limitLeaving } from './account-limits.server.ts'
import { admitAdmin } from './admin-sign-in.server.ts'
import { adminsApi } from './admins.api.server.ts'
import { deviceOf } from './device.rules.ts'
import { knownDevice, rememberDevice } from './device-cookie.server.ts'
import { optionalUser, requireUser } from './guards.server.ts'
import { invitationApi } from './invitation.api.server.ts'
import { securityApi } from './security.api.server.ts'
import { forgetInBrowser, giveSessionCookie, sessionToken, takeSessionCookie } from './session-cookie.server.ts'
import { endSession, startSession } from './sessions.server.ts'
import { signInApi } from './sign-in.api.server.ts'

const whoAmI = (db: Db) =>
  createRoute({
    method: 'get',
    path: '/auth/user',
    middleware: optionalUser(db),
    responses: { 200: jsonAnswer('Who is signed in.', User), 401: refusal('Nobody is.') },
  })

const deleteMyAccount = (db: Db) =>
  createRoute({
    method: 'delete',
    path: '/auth/delete-account',
    summary: 'Leaves the shop for good',
    middleware: requireUser(db),
    responses: { ...DONE, 401: refusal('Nobody is signed in.'), 409: refusal('The account is an admin.') },
  })

const signInAsAdmin = createRoute({
  method: 'post',
  path: '/admin/login',
  summary: 'The maker signs in',
  request: { body: jsonBody(AdminCredentials) },
  responses: {
    ...DONE,
    401: jsonAnswer(
      'Wrong e-mail or password; or `codeNeeded`: they were right, and a code of the authenticator app has to come with them.',
      z.object({ message: z.string(), codeNeeded: z.literal(true).optional() }),
    ),
    429: refusal('Too many wrong tries.'),
  },
})

const signOutAsAdmin = createRoute({
  method: 'post',
  path: '/admin/logout',
  summary: 'The maker signs out',
  responses: DONE,
})

type AccountApi = { db: Db; env: Pick<Env, 'SHOP_MODE' | 'PUBLIC_URL'>; secret: string; onDelete: OnDelete }

/** Signing in and out, who is signed in, and leaving for good. */
export function accountApi({ db, env, secret, onDelete }: AccountApi) {
  const api = apiRouter()
  api.route('/', signInApi({ db, env, secret }))
  api.route('/', securityApi({ db, secret }))
  api.route('/', adminsApi({ db, publicUrl: env.PUBLIC_URL }))
  api.route('/', invitationApi({ db }))
  return api
    .openapi(whoAmI(db), (c) => {
      keepPrivate(c)
      if (c.var.user) {
        const { id, email, name, isAdmin } = c.var.user
        return c.json({ id, email, name, isAdmin }, 200)
      }
      takeSessionCookie(c)
      throw new ShopError('not-signed-in', 'Nobody is signed in.')
    })
    .openapi(deleteMyAccount(db), async (c) => {
      await limitLeaving(db, c.var.user.id)
      await deleteAccount(db, { user: c.var.user, onDelete })
      forgetInBrowser(c, 'for good')
      return sayDone(c)
    })
    .openapi(signInAsAdmin, async (c) => {
      const credentials = c.req.valid('json')
      const owner = { email: credentials.email, secret }
      const asker = { ...owner, address: clientAddress(c), device: knownDevice(c, owner) }
      const userId = await admitAdmin(db, { ...credentials, ...asker })
      await endSession(db, sessionToken(c))
      const device = deviceOf(c.req.header('user-agent'))
      giveSessionCookie(c, await startSession(db, { userId, kind: 'admin', device }), 'admin')
      rememberDevice(c, owner)
      return sayDone(c)
    })
    .openapi(signOutAsAdmin, async (c) => {
      await endSession(db, sessionToken(c))
      forgetInBrowser(c, 'for now')
      return sayDone(c)
    })
}
