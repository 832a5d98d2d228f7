import { z } from 'zod'
import { DomainError } from '#src/core/domain-error.ts'
import type { Db } from '#src/db/database.server.ts'
import { deleteAccount, type OnAccountDelete } from '#src/features/auth/accounts/delete-account.server.ts'
import { authenticateAdmin } from '#src/features/auth/admin-sign-in/authenticate-admin.server.ts'
import { adminsApi } from '#src/features/auth/admins/admins.api.server.ts'
import { invitationApi } from '#src/features/auth/admins/invitation.api.server.ts'
import { alertsApi } from '#src/features/auth/alerts/alerts.api.server.ts'
import { signOutAdmin } from '#src/features/auth/security/admin-sessions.server.ts'
import { securityApi } from '#src/features/auth/security/security.api.server.ts'
import { describeDevice } from '#src/features/auth/sessions/device-name.ts'
import { assertSameAccount, CUSTOMER, MAYBE_SIGNED_IN } from '#src/features/auth/sessions/route-presets.server.ts'
import {
  clearBrowserData,
  clearSessionCookie,
  readSessionToken,
  setSessionCookie,
} from '#src/features/auth/sessions/session-cookie.server.ts'
import { endSession, startSession } from '#src/features/auth/sessions/sessions.server.ts'
import { limitAccountDeletions } from '#src/features/auth/sign-in/account-limits.server.ts'
import { readKnownDevice, setDeviceCookie } from '#src/features/auth/sign-in/device-cookie.server.ts'
import { signInApi } from '#src/features/auth/sign-in/sign-in.api.server.ts'
import type { Env } from '#src/server/config/env.server.ts'
import { getClientIp } from '#src/server/http/client-ip.server.ts'
import { errorResponse, jsonResponse, sendOk } from '#src/server/routes/api-helpers.server.ts'
import { createApiRouter } from '#src/server/routes/api-router.server.ts'
import { DONE, defineRoute, PUBLIC } from '#src/server/routes/define-route.server.ts'
import { jsonUpTo } from '#src/server/routes/route-policy.server.ts'
import { AdminCredentials, User } from './auth.contract.ts'

const whoAmI = defineRoute('get', '/auth/user', {
  ...MAYBE_SIGNED_IN,
  priority: 'checkout',
  ipLimit: 'current-user',
  cache: 'per-session',
  whileClosed: true,
  summary: 'Get the signed-in user',
  ok: ['The signed-in user', User],
  responses: { 401: errorResponse('You are not signed in.') },
})

const deleteMyAccount = defineRoute('delete', '/auth/delete-account', {
  ...CUSTOMER,
  priority: 'checkout',
  summary: 'Delete your account',
  description: 'With a header `X-Account` only while this user, by id, is the one who is signed in.',
  ok: DONE,
  responses: {
    401: errorResponse('You are not signed in.'),
    409: errorResponse('The account is an admin, or another one is signed in.'),
  },
})

const signInAsAdmin = defineRoute('post', '/admin/login', {
  ...PUBLIC,
  body: jsonUpTo(4),
  timeoutMs: 15_000,
  priority: 'checkout',
  whileClosed: true,
  summary: 'Sign in as an admin',
  json: AdminCredentials,
  ok: DONE,
  responses: {
    401: jsonResponse(
      'Wrong e-mail or password; or `codeNeeded`: they are right, and a code of the authenticator app is required.',
      z.object({ message: z.string(), codeNeeded: z.literal(true).optional() }),
    ),
    429: errorResponse('Too many wrong attempts.'),
  },
})

const signOutAsAdmin = defineRoute('post', '/admin/logout', {
  ...PUBLIC,
  body: jsonUpTo(4),
  priority: 'admin',
  timeoutMs: 15_000,
  whileClosed: true,
  summary: 'Sign out as an admin',
  ok: DONE,
})

type AccountApi = {
  db: Db
  env: Pick<Env, 'SHOP_MODE' | 'PUBLIC_URL' | 'PUSH_ANYWHERE'>
  secret: string
  onDelete: OnAccountDelete
}

export function authApi({ db, env, secret, onDelete }: AccountApi) {
  const api = createApiRouter()
  api.route('/', signInApi({ db, env, secret }))
  api.route('/', securityApi({ db }))
  api.route('/', adminsApi({ db, publicUrl: env.PUBLIC_URL }))
  api.route('/', invitationApi({ db }))
  api.route('/', alertsApi({ db, allowsAnyAddress: env.PUSH_ANYWHERE === 'accepted' }))
  return api
    .openapi(whoAmI(db), (c) => {
      if (c.var.user) {
        const { id, email, name, isAdmin } = c.var.user
        return c.json({ id, email, name, isAdmin }, 200)
      }
      clearSessionCookie(c)
      throw new DomainError('not-signed-in', 'You are not signed in.')
    })
    .openapi(deleteMyAccount(db), async (c) => {
      assertSameAccount(c.var.user, c.req.header('x-account'))
      await limitAccountDeletions(db, c.var.user.id)
      await deleteAccount(db, { user: c.var.user, onDelete })
      clearBrowserData(c, 'account-deleted')
      return sendOk(c)
    })
    .openapi(signInAsAdmin(), async (c) => {
      const credentials = c.req.valid('json')
      const owner = { email: credentials.email, secret }
      const asker = { address: getClientIp(c), device: readKnownDevice(c, owner) }
      const userId = await authenticateAdmin(db, { ...credentials, ...asker })
      await endSession(db, readSessionToken(c))
      const device = describeDevice(c.req.header('user-agent'))
      setSessionCookie(c, await startSession(db, { userId, kind: 'admin', device }), 'admin')
      setDeviceCookie(c, owner)
      return sendOk(c)
    })
    .openapi(signOutAsAdmin(), async (c) => {
      await signOutAdmin(db, readSessionToken(c))
      clearBrowserData(c, 'sign-out')
      return sendOk(c)
    })
}
