import { createRoute, z } from '@hono/zod-openapi'
import { ShopError } from '#src/core/shop-error.ts'
import { apiRouter } from '#src/platform/api-router.server.ts'
import { DONE, jsonAnswer, jsonBody, keepPrivate, sayDone } from '#src/platform/api-shapes.server.ts'
import { type Db, inTransaction } from '#src/platform/database.server.ts'
import { qrPicture } from '#src/platform/qr-picture.server.ts'
import { listInvitations } from './admin-invitations.server.ts'
import { endAdminSession, endSessionsOf, listAdminSessions } from './admin-sessions.server.ts'
import { adminByPassword, listAdmins } from './admins.server.ts'
import { requireAdmin, type SignedIn } from './guards.server.ts'
import { forgetWrongPasswords, limitPasswordTrying } from './password-limits.server.ts'
import { countRecoveryCodes } from './recovery-codes.server.ts'
import { confirmSecondFactor, dropSecondFactor, secondFactorSince, startSecondFactor } from './second-factor.server.ts'
import { trySecondFactor } from './second-factor-lock.server.ts'
import {
  FirstCode,
  NewSecondFactor,
  PasswordAgain,
  PasswordAndCode,
  RecoveryCodes,
  Security,
} from './security.contract.ts'
import { sessionToken } from './session-cookie.server.ts'

const securityRoute = createRoute({
  method: 'get',
  path: '/admin/security',
  summary: "How the maker's desk is locked, and who sits at it",
  responses: { 200: jsonAnswer('As it is now', Security) },
})

const startRoute = createRoute({
  method: 'post',
  path: '/admin/security/codes',
  summary: 'A key for an authenticator app; the sign-in asks for no code of it yet',
  request: { body: jsonBody(PasswordAgain) },
  responses: { 200: jsonAnswer('The key, and as a picture', NewSecondFactor) },
})

const confirmRoute = createRoute({
  method: 'post',
  path: '/admin/security/codes/confirm',
  summary: 'Switches the codes on with the first one, and ends the sessions elsewhere',
  request: { body: jsonBody(FirstCode) },
  responses: { 200: jsonAnswer('What opens when the phone is lost; told this once', RecoveryCodes) },
})

const dropRoute = createRoute({
  method: 'post',
  path: '/admin/security/codes/disable',
  summary: 'Switches the codes off',
  request: { body: jsonBody(PasswordAndCode) },
  responses: DONE,
})

const endRoute = createRoute({
  method: 'delete',
  path: '/admin/security/sessions/{id}',
  summary: 'Ends a session of the desk',
  request: { params: z.object({ id: z.uuid() }) },
  responses: DONE,
})

/** The locks of the maker's desk. `secret` is the shop's own. */
export function securityApi({ db, secret }: { db: Db; secret: string }) {
  const api = apiRouter<SignedIn>()
  api.openapi({ ...securityRoute, middleware: requireAdmin(db) }, async (c) => {
    const { id } = c.var.user
    keepPrivate(c)
    const since = await secondFactorSince(db, id)
    const recoveryCodesLeft = await countRecoveryCodes(db, id)
    const sessions = await listAdminSessions(db, sessionToken(c))
    const people = await admins(db, id)
    return c.json({ codesSince: since?.toISOString() ?? null, recoveryCodesLeft, sessions, ...people }, 200)
  })
  api.openapi({ ...endRoute, middleware: requireAdmin(db) }, async (c) => {
    await endAdminSession(db, c.req.valid('param').id, c.var.user)
    return sayDone(c)
  })
  api.route('/', codesApi({ db, secret }))
  return api
}

/** Who runs the shop, and who is asked to. */
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

/** Switching the codes on and off. Whoever finds a desk open must not lock its owner out: the password comes again. */
function codesApi({ db, secret }: { db: Db; secret: string }) {
  const api = apiRouter<SignedIn>()
  api.openapi({ ...startRoute, middleware: requireAdmin(db) }, async (c) => {
    const { email } = c.var.user
    await checkPassword(db, { email, password: c.req.valid('json').password })
    await forgetWrongPasswords(db, inSession(email))
    keepPrivate(c)
    const { key, address } = await startSecondFactor(db, { maker: c.var.user, secret })
    return c.json({ key, qrCode: qrPicture(address) }, 200)
  })
  api.openapi({ ...confirmRoute, middleware: requireAdmin(db) }, async (c) => {
    const maker = c.var.user
    keepPrivate(c)
    const recoveryCodes = await inTransaction(db, async (tx) => {
      const codes = await confirmSecondFactor(tx, { maker, secret, code: c.req.valid('json').code })
      // Those elsewhere were started on the password alone.
      if (codes) await endSessionsOf(tx, { userId: maker.id, keep: sessionToken(c) }, maker)
      return codes
    })
    if (!recoveryCodes) throw wrongCode()
    return c.json({ recoveryCodes }, 200)
  })
  api.openapi({ ...dropRoute, middleware: requireAdmin(db) }, async (c) => {
    const maker = c.var.user
    const { password, code } = c.req.valid('json')
    await checkPassword(db, { email: maker.email, password })
    if (!(await trySecondFactor(db, { maker, secret, code, device: 'signed in' }))) throw wrongCode()
    await forgetWrongPasswords(db, inSession(maker.email))
    await dropSecondFactor(db, maker)
    return sayDone(c)
  })
  return api
}

const wrongCode = () => new ShopError('conflict', 'That code is wrong or was used already. Please enter the next one.')

/** Nobody else can use up the tries of who is signed in. */
export const inSession = (email: string) => ({ email, address: 'signed in', device: 'signed in' })

/** Asks again for the password of who is signed in: whoever finds a screen open does not know it. */
export async function checkPassword(db: Db, credentials: { email: string; password: string }): Promise<void> {
  await limitPasswordTrying(db, inSession(credentials.email))
  if (!(await adminByPassword(db, { ...inSession(credentials.email), ...credentials })))
    throw new ShopError('conflict', NOT_YOUR_PASSWORD, { issues: [{ path: 'password', message: NOT_YOUR_PASSWORD }] })
}

const NOT_YOUR_PASSWORD = 'That is not your password.'
