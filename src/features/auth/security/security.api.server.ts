import { createRoute, z } from '@hono/zod-openapi'
import { DomainError } from '#src/core/domain-error.ts'
import { type Db, inTransaction } from '#src/db/database.server.ts'
import {
  limitPasswordAttempts,
  resetPasswordAttempts,
} from '#src/features/auth/admin-sign-in/password-limits.server.ts'
import { listInvitations } from '#src/features/auth/admins/admin-invitations.server.ts'
import { findAdminByPassword, listAdmins } from '#src/features/auth/admins/admins.server.ts'
import { requireAdmin, type SignedIn } from '#src/features/auth/sessions/guards.server.ts'
import { readSessionToken } from '#src/features/auth/sessions/session-cookie.server.ts'
import { countRecoveryCodes } from '#src/features/auth/two-factor/recovery-codes.server.ts'
import {
  confirmTwoFactor,
  disableTwoFactor,
  findTwoFactorSince,
  startTwoFactor,
} from '#src/features/auth/two-factor/two-factor.server.ts'
import { attemptTwoFactor } from '#src/features/auth/two-factor/two-factor-lock.server.ts'
import { jsonBody, jsonResponse, OK_RESPONSE, sendOk, setNoStore } from '#src/server/openapi/api-helpers.server.ts'
import { createApiRouter } from '#src/server/openapi/api-router.server.ts'
import { createQrCode } from '#src/server/render/qr-code.server.ts'
import { endAdminSession, endOtherAdminSessions, listAdminSessions } from './admin-sessions.server.ts'
import {
  FirstTotpCode,
  PasswordAndCode,
  PasswordConfirmation,
  RecoveryCodes,
  SecuritySettings,
  TwoFactorEnrolment,
} from './security.contract.ts'

const securityRoute = createRoute({
  method: 'get',
  path: '/admin/security',
  summary: 'Security settings and open admin sessions',
  responses: { 200: jsonResponse('As it is now', SecuritySettings) },
})

const startRoute = createRoute({
  method: 'post',
  path: '/admin/security/codes',
  summary: 'A key for an authenticator app; the sign-in asks for no code of it yet',
  request: { body: jsonBody(PasswordConfirmation) },
  responses: { 200: jsonResponse('The key, and as a picture', TwoFactorEnrolment) },
})

const confirmRoute = createRoute({
  method: 'post',
  path: '/admin/security/codes/confirm',
  summary: 'Switches the codes on with the first one, and ends the sessions elsewhere',
  request: { body: jsonBody(FirstTotpCode) },
  responses: { 200: jsonResponse('What opens when the phone is lost; told this once', RecoveryCodes) },
})

const dropRoute = createRoute({
  method: 'post',
  path: '/admin/security/codes/disable',
  summary: 'Switches the codes off',
  request: { body: jsonBody(PasswordAndCode) },
  responses: OK_RESPONSE,
})

const endRoute = createRoute({
  method: 'delete',
  path: '/admin/security/sessions/{id}',
  summary: 'Ends a session of the desk',
  request: { params: z.object({ id: z.uuid() }) },
  responses: OK_RESPONSE,
})

/** The Security screen. `secret` is the shop's SESSION_SECRET. */
export function securityApi({ db, secret }: { db: Db; secret: string }) {
  const api = createApiRouter<SignedIn>()
  api.openapi({ ...securityRoute, middleware: requireAdmin(db) }, async (c) => {
    const { id } = c.var.user
    setNoStore(c)
    const since = await findTwoFactorSince(db, id)
    const recoveryCodesLeft = await countRecoveryCodes(db, id)
    const sessions = await listAdminSessions(db, readSessionToken(c))
    const people = await admins(db, id)
    return c.json({ codesSince: since?.toISOString() ?? null, recoveryCodesLeft, sessions, ...people }, 200)
  })
  api.openapi({ ...endRoute, middleware: requireAdmin(db) }, async (c) => {
    await endAdminSession(db, c.req.valid('param').id, c.var.user)
    return sendOk(c)
  })
  api.route('/', codesApi({ db, secret }))
  return api
}

async function admins(db: Db, ownId: string) {
  const [found, invitations] = [await listAdmins(db), await listInvitations(db)]
  return {
    admins: found.map(({ since, codesSince, lastSeenAt, ...admin }) => ({
      ...admin,
      since: since.toISOString(),
      codesSince: codesSince?.toISOString() ?? null,
      lastSeenAt: lastSeenAt?.toISOString() ?? null,
      isYou: admin.id === ownId,
    })),
    invitations: invitations.map((one) => ({ ...one, expiresAt: one.expiresAt.toISOString() })),
  }
}

/**
 * Enables and disables the second factor. It asks for the password, so that an unattended screen cannot lock its owner
 * out.
 */
function codesApi({ db, secret }: { db: Db; secret: string }) {
  const api = createApiRouter<SignedIn>()
  api.openapi({ ...startRoute, middleware: requireAdmin(db) }, async (c) => {
    const { email } = c.var.user
    await verifyOwnPassword(db, { email, password: c.req.valid('json').password })
    await resetPasswordAttempts(db, signedInAttempt(email))
    setNoStore(c)
    const { key, address } = await startTwoFactor(db, { admin: c.var.user, secret })
    return c.json({ key, qrCode: createQrCode(address) }, 200)
  })
  api.openapi({ ...confirmRoute, middleware: requireAdmin(db) }, async (c) => {
    const admin = c.var.user
    setNoStore(c)
    const recoveryCodes = await inTransaction(db, async (tx) => {
      const codes = await confirmTwoFactor(tx, { admin, secret, code: c.req.valid('json').code })
      // Other sessions were started with the password alone.
      if (codes) await endOtherAdminSessions(tx, { userId: admin.id, keep: readSessionToken(c) }, admin)
      return codes
    })
    if (!recoveryCodes) throw wrongCode()
    return c.json({ recoveryCodes }, 200)
  })
  api.openapi({ ...dropRoute, middleware: requireAdmin(db) }, async (c) => {
    const admin = c.var.user
    const { password, code } = c.req.valid('json')
    await verifyOwnPassword(db, { email: admin.email, password })
    if (!(await attemptTwoFactor(db, { admin, secret, code, device: 'signed in' }))) throw wrongCode()
    await resetPasswordAttempts(db, signedInAttempt(admin.email))
    await disableTwoFactor(db, admin)
    return sendOk(c)
  })
  return api
}

const wrongCode = () =>
  new DomainError('conflict', 'That code is wrong or was used already. Please enter the next one.')

/** Attempts of a signed-in admin are counted apart, so strangers cannot use them up. */
export const signedInAttempt = (email: string) => ({ email, address: 'signed in', device: 'signed in' })

/** Verifies the password of the signed-in admin again, against misuse of an unattended screen. */
export async function verifyOwnPassword(db: Db, credentials: { email: string; password: string }): Promise<void> {
  await limitPasswordAttempts(db, signedInAttempt(credentials.email))
  if (!(await findAdminByPassword(db, { ...signedInAttempt(credentials.email), ...credentials })))
    throw new DomainError('conflict', NOT_YOUR_PASSWORD, { issues: [{ path: 'password', message: NOT_YOUR_PASSWORD }] })
}

const NOT_YOUR_PASSWORD = 'That is not your password.'
