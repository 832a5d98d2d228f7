import { createRoute, z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { apiRouter } from '#src/platform/api-router.server.ts'
import { DONE, jsonBody, sayDone } from '#src/platform/api-shapes.server.ts'
import type { Db } from '#src/platform/database.server.ts'
import { type Limit, takeFromLimit } from '#src/platform/rate-limit.server.ts'
import { removeAdmin, setAdminPassword } from './admin-changes.server.ts'
import { cancelInvitation, inviteAdmin } from './admin-invitations.server.ts'
import { requireAdmin, type SignedIn } from './guards.server.ts'
import { forgetWrongPasswords } from './password-limits.server.ts'
import { checkPassword, inSession } from './security.api.server.ts'
import { NewInvitation, PasswordAgain, PasswordChange } from './security.contract.ts'
import { sessionToken } from './session-cookie.server.ts'

const byId = { params: z.object({ id: z.uuid() }) }

const passwordRoute = createRoute({
  method: 'post',
  path: '/admin/security/password',
  summary: 'Sets the own password, and ends the sessions elsewhere',
  request: { body: jsonBody(PasswordChange) },
  responses: DONE,
})

const inviteRoute = createRoute({
  method: 'post',
  path: '/admin/security/invitations',
  summary: 'Invites somebody by mail to become an admin',
  request: { body: jsonBody(NewInvitation) },
  responses: DONE,
})

const cancelRoute = createRoute({
  method: 'delete',
  path: '/admin/security/invitations/{id}',
  summary: 'Cancels an invitation that was not accepted yet',
  request: byId,
  responses: DONE,
})

const removeRoute = createRoute({
  method: 'post',
  path: '/admin/security/admins/{id}/remove',
  summary: 'Takes the rights of an admin away, never of the last one',
  request: { ...byId, body: jsonBody(PasswordAgain) },
  responses: DONE,
})

/** Mails to addresses that nobody has confirmed: few people are invited in a day. */
const INVITATIONS = { name: 'invitations-of-admin', max: 10, perSeconds: 24 * 3600 } as const satisfies Limit

/** Who runs the shop. What an unattended screen must not do asks for the password again. */
export function adminsApi({ db, publicUrl }: { db: Db; publicUrl: string }) {
  const api = apiRouter<SignedIn>()
  const confirmPassword = async (c: Context<SignedIn>, password: string) => {
    const { email } = c.var.user
    await checkPassword(db, { email, password })
    await forgetWrongPasswords(db, inSession(email))
  }
  api.openapi({ ...passwordRoute, middleware: requireAdmin(db) }, async (c) => {
    const { email } = c.var.user
    const { password, newPassword } = c.req.valid('json')
    await confirmPassword(c, password)
    await setAdminPassword(db, { email, password: newPassword, keep: sessionToken(c) }, c.var.user)
    return sayDone(c)
  })
  api.openapi({ ...inviteRoute, middleware: requireAdmin(db) }, async (c) => {
    const by = c.var.user
    const { password, email } = c.req.valid('json')
    await confirmPassword(c, password)
    await takeFromLimit(db, INVITATIONS, by.id)
    await inviteAdmin(db, { email, by, publicUrl })
    return sayDone(c)
  })
  api.openapi({ ...cancelRoute, middleware: requireAdmin(db) }, async (c) => {
    await cancelInvitation(db, c.req.valid('param').id, c.var.user)
    return sayDone(c)
  })
  api.openapi({ ...removeRoute, middleware: requireAdmin(db) }, async (c) => {
    await confirmPassword(c, c.req.valid('json').password)
    await removeAdmin(db, c.req.valid('param').id, c.var.user)
    return sayDone(c)
  })
  return api
}
