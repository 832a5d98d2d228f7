import { createRoute, z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import type { Db } from '#src/db/database.server.ts'
import { resetPasswordAttempts } from '#src/features/auth/admin-sign-in/password-limits.server.ts'
import { signedInAttempt, verifyOwnPassword } from '#src/features/auth/security/security.api.server.ts'
import { NewInvitation, PasswordChange, PasswordConfirmation } from '#src/features/auth/security/security.contract.ts'
import { requireAdmin, type SignedIn } from '#src/features/auth/sessions/guards.server.ts'
import { readSessionToken } from '#src/features/auth/sessions/session-cookie.server.ts'
import { jsonBody, OK_RESPONSE, sendOk } from '#src/server/openapi/api-helpers.server.ts'
import { createApiRouter } from '#src/server/openapi/api-router.server.ts'
import { consumeLimit, type RateLimit } from '#src/server/overload/rate-limit.server.ts'
import { cancelInvitation, inviteAdmin } from './admin-invitations.server.ts'
import { removeAdmin, setAdminPassword } from './manage-admins.server.ts'

const byId = { params: z.object({ id: z.uuid() }) }

const passwordRoute = createRoute({
  method: 'post',
  path: '/admin/security/password',
  summary: 'Changes your password and ends your other sessions',
  request: { body: jsonBody(PasswordChange) },
  responses: OK_RESPONSE,
})

const inviteRoute = createRoute({
  method: 'post',
  path: '/admin/security/invitations',
  summary: 'Invites an admin by e-mail',
  request: { body: jsonBody(NewInvitation) },
  responses: OK_RESPONSE,
})

const cancelRoute = createRoute({
  method: 'delete',
  path: '/admin/security/invitations/{id}',
  summary: 'Cancels an open invitation',
  request: byId,
  responses: OK_RESPONSE,
})

const removeRoute = createRoute({
  method: 'post',
  path: '/admin/security/admins/{id}/remove',
  summary: 'Removes an admin, but never the last one',
  request: { ...byId, body: jsonBody(PasswordConfirmation) },
  responses: OK_RESPONSE,
})

/** E-mails to unconfirmed addresses are limited. */
const INVITATIONS = { name: 'invitations-of-admin', max: 10, perSeconds: 24 * 3600 } as const satisfies RateLimit

/** Manages the admins. Dangerous actions ask for the password again. */
export function adminsApi({ db, publicUrl }: { db: Db; publicUrl: string }) {
  const api = createApiRouter<SignedIn>()
  const confirmPassword = async (c: Context<SignedIn>, password: string) => {
    const { email } = c.var.user
    await verifyOwnPassword(db, { email, password })
    await resetPasswordAttempts(db, signedInAttempt(email))
  }
  api.openapi({ ...passwordRoute, middleware: requireAdmin(db) }, async (c) => {
    const { email } = c.var.user
    const { password, newPassword } = c.req.valid('json')
    await confirmPassword(c, password)
    await setAdminPassword(db, { email, password: newPassword, keep: readSessionToken(c) }, c.var.user)
    return sendOk(c)
  })
  api.openapi({ ...inviteRoute, middleware: requireAdmin(db) }, async (c) => {
    const by = c.var.user
    const { password, email } = c.req.valid('json')
    await confirmPassword(c, password)
    await consumeLimit(db, INVITATIONS, by.id)
    await inviteAdmin(db, { email, by, publicUrl })
    return sendOk(c)
  })
  api.openapi({ ...cancelRoute, middleware: requireAdmin(db) }, async (c) => {
    await cancelInvitation(db, c.req.valid('param').id, c.var.user)
    return sendOk(c)
  })
  api.openapi({ ...removeRoute, middleware: requireAdmin(db) }, async (c) => {
    await confirmPassword(c, c.req.valid('json').password)
    await removeAdmin(db, c.req.valid('param').id, c.var.user)
    return sendOk(c)
  })
  return api
}
