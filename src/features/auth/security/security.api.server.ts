import { z } from '@hono/zod-openapi'
import { DomainError } from '#src/core/domain-error.ts'
import { type Db, inTransaction } from '#src/db/database.server.ts'
import {
  limitPasswordAttempts,
  resetPasswordAttempts,
} from '#src/features/auth/admin-sign-in/password-limits.server.ts'
import { listInvitations } from '#src/features/auth/admins/admin-invitations.server.ts'
import { findAdminByPassword, listAdmins } from '#src/features/auth/admins/admins.server.ts'
import { notifyAdminChange } from '#src/features/auth/admins/manage-admins.server.ts'
import { ADMIN } from '#src/features/auth/sessions/route-presets.server.ts'
import { readSessionToken } from '#src/features/auth/sessions/session-cookie.server.ts'
import { countRecoveryCodes } from '#src/features/auth/two-factor/recovery-codes.server.ts'
import {
  confirmTwoFactor,
  disableTwoFactor,
  findTwoFactorSince,
  startTwoFactor,
} from '#src/features/auth/two-factor/two-factor.server.ts'
import { attemptTwoFactor } from '#src/features/auth/two-factor/two-factor-lock.server.ts'
import { createQrCode } from '#src/server/render/qr-code.server.ts'
import { sendOk } from '#src/server/routes/api-helpers.server.ts'
import { createApiRouter } from '#src/server/routes/api-router.server.ts'
import { DONE, defineRoute } from '#src/server/routes/define-route.server.ts'
import { endAdminSession, endOtherAdminSessions, listAdminSessions } from './admin-sessions.server.ts'
import {
  FirstTotpCode,
  PasswordAndCode,
  PasswordConfirmation,
  RecoveryCodes,
  SecuritySettings,
  TwoFactorEnrolment,
} from './security.contract.ts'

const securityRoute = defineRoute('get', '/admin/security', {
  ...ADMIN,
  summary: 'Get the security settings and open admin sessions',
  ok: ['The current state', SecuritySettings],
})

const startRoute = defineRoute('post', '/admin/security/codes', {
  ...ADMIN,
  summary: 'Create a key for an authenticator app; codes are not required yet',
  json: PasswordConfirmation,
  ok: ['The key, also as a QR code', TwoFactorEnrolment],
})

const confirmRoute = defineRoute('post', '/admin/security/codes/confirm', {
  ...ADMIN,
  summary: 'Switch the authenticator app on with its first code and end other sessions',
  json: FirstTotpCode,
  ok: ['The recovery codes, shown only once', RecoveryCodes],
})

const dropRoute = defineRoute('post', '/admin/security/codes/disable', {
  ...ADMIN,
  summary: 'Switch the authenticator app off',
  json: PasswordAndCode,
  ok: DONE,
})

const endRoute = defineRoute('delete', '/admin/security/sessions/{id}', {
  ...ADMIN,
  summary: 'End an admin session',
  params: z.object({ id: z.uuid() }),
  ok: DONE,
})

export function securityApi({ db }: { db: Db }) {
  const api = createApiRouter()
  api.openapi(securityRoute(db), async (c) => {
    const { id } = c.var.user
    const since = await findTwoFactorSince(db, id)
    const recoveryCodesLeft = await countRecoveryCodes(db, id)
    const sessions = await listAdminSessions(db, readSessionToken(c))
    const people = await admins(db, id)
    return c.json({ codesSince: since?.toISOString() ?? null, recoveryCodesLeft, sessions, ...people }, 200)
  })
  api.openapi(endRoute(db), async (c) => {
    await endAdminSession(db, c.req.valid('param').id, c.var.user)
    return sendOk(c)
  })
  api.route('/', codesApi({ db }))
  return api
}

async function admins(db: Db, ownId: string) {
  const [found, invitations] = [await listAdmins(db), await listInvitations(db)]
  return {
    admins: found.map((admin) => ({ ...admin, isYou: admin.id === ownId })),
    invitations: invitations.map((one) => ({ ...one, expiresAt: one.expiresAt.toISOString() })),
  }
}

/** It asks for the password, so that an unattended screen cannot lock its owner out. */
function codesApi({ db }: { db: Db }) {
  const api = createApiRouter()
  api.openapi(startRoute(db), async (c) => {
    const { email } = c.var.user
    await confirmPassword(db, { email, password: c.req.valid('json').password })
    const { key, address } = await startTwoFactor(db, c.var.user)
    return c.json({ key, qrCode: createQrCode(address) }, 200)
  })
  api.openapi(confirmRoute(db), async (c) => {
    const admin = c.var.user
    const recoveryCodes = await inTransaction(db, async (tx) => {
      const codes = await confirmTwoFactor(tx, { admin, code: c.req.valid('json').code })
      // Other sessions, and what they left behind, were started with the password alone.
      const keep = readSessionToken(c)
      if (!codes) return undefined
      await endOtherAdminSessions(tx, { userId: admin.id, keep }, admin)
      await notifyAdminChange(tx, { event: 'codes-on', email: admin.email, by: admin })
      return codes
    })
    if (!recoveryCodes) throw wrongCode()
    return c.json({ recoveryCodes }, 200)
  })
  api.openapi(dropRoute(db), async (c) => {
    const admin = c.var.user
    const { password, code } = c.req.valid('json')
    await verifyOwnPassword(db, { email: admin.email, password })
    if (!(await attemptTwoFactor(db, { admin, code, device: 'signed in' }))) throw wrongCode()
    await resetPasswordAttempts(db, signedInAttempt(admin.email))
    await inTransaction(db, async (tx) => {
      if (await disableTwoFactor(tx, admin))
        await notifyAdminChange(tx, { event: 'codes-off', email: admin.email, by: admin })
    })
    return sendOk(c)
  })
  return api
}

const wrongCode = () =>
  new DomainError('conflict', 'That code is wrong or was used already. Please enter the next one.')

/** Attempts of a signed-in admin are counted apart, so strangers cannot use them up. */
const signedInAttempt = (email: string) => ({ email, address: 'signed in', device: 'signed in' })

/** Verifies the password of the signed-in admin again, against misuse of an unattended screen. */
async function verifyOwnPassword(db: Db, credentials: { email: string; password: string }): Promise<void> {
  await limitPasswordAttempts(db, signedInAttempt(credentials.email))
  if (!(await findAdminByPassword(db, { ...signedInAttempt(credentials.email), ...credentials })))
    throw new DomainError('conflict', NOT_YOUR_PASSWORD, { issues: [{ path: 'password', message: NOT_YOUR_PASSWORD }] })
}

const NOT_YOUR_PASSWORD = 'That is not your password.'

/** Verifies the password and resets its attempts. */
export async function confirmPassword(db: Db, credentials: { email: string; password: string }): Promise<void> {
  await verifyOwnPassword(db, credentials)
  await resetPasswordAttempts(db, signedInAttempt(credentials.email))
}
