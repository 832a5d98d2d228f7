import { z } from '@hono/zod-openapi'
import type { Db } from '#src/db/database.server.ts'
import { confirmPassword } from '#src/features/auth/security/security.api.server.ts'
import { NewInvitation, PasswordChange, PasswordConfirmation } from '#src/features/auth/security/security.contract.ts'
import { ADMIN } from '#src/features/auth/sessions/route-presets.server.ts'
import { readSessionToken } from '#src/features/auth/sessions/session-cookie.server.ts'
import { consumeLimit, type RateLimit } from '#src/server/overload/rate-limit.server.ts'
import { sendOk } from '#src/server/routes/api-helpers.server.ts'
import { createApiRouter } from '#src/server/routes/api-router.server.ts'
import { DONE, defineRoute } from '#src/server/routes/define-route.server.ts'
import { cancelInvitation, inviteAdmin } from './admin-invitations.server.ts'
import { removeAdmin, setAdminPassword } from './manage-admins.server.ts'

const byId = { params: z.object({ id: z.uuid() }) }

const passwordRoute = defineRoute('post', '/admin/security/password', {
  ...ADMIN,
  summary: 'Change your password and end your other sessions',
  json: PasswordChange,
  ok: DONE,
})

const inviteRoute = defineRoute('post', '/admin/security/invitations', {
  ...ADMIN,
  summary: 'Invite an admin by e-mail',
  json: NewInvitation,
  ok: DONE,
})

const cancelRoute = defineRoute('delete', '/admin/security/invitations/{id}', {
  ...ADMIN,
  summary: 'Cancel an open invitation',
  ...byId,
  ok: DONE,
})

const removeRoute = defineRoute('post', '/admin/security/admins/{id}/remove', {
  ...ADMIN,
  summary: 'Remove an admin, but never the last one',
  ...byId,
  json: PasswordConfirmation,
  ok: DONE,
})

const INVITATION_LIMIT = { name: 'invitations-of-admin', max: 10, perSeconds: 24 * 3600 } as const satisfies RateLimit

export function adminsApi({ db, publicUrl }: { db: Db; publicUrl: string }) {
  const api = createApiRouter()
  api.openapi(passwordRoute(db), async (c) => {
    const { email } = c.var.user
    const { password, newPassword } = c.req.valid('json')
    await confirmPassword(db, { email, password })
    await setAdminPassword(db, { email, password: newPassword, keep: readSessionToken(c) }, c.var.user)
    return sendOk(c)
  })
  api.openapi(inviteRoute(db), async (c) => {
    const by = c.var.user
    const { password, email } = c.req.valid('json')
    await confirmPassword(db, { email: by.email, password })
    await consumeLimit(db, INVITATION_LIMIT, by.id)
    await inviteAdmin(db, { email, by, publicUrl })
    return sendOk(c)
  })
  api.openapi(cancelRoute(db), async (c) => {
    await cancelInvitation(db, c.req.valid('param').id, c.var.user)
    return sendOk(c)
  })
  api.openapi(removeRoute(db), async (c) => {
    await confirmPassword(db, { email: c.var.user.email, ...c.req.valid('json') })
    await removeAdmin(db, c.req.valid('param').id, c.var.user)
    return sendOk(c)
  })
  return api
}
