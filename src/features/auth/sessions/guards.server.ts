import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { DomainError } from '#src/core/domain-error.ts'
import type { Db } from '#src/db/database.server.ts'
import { readSessionToken } from './session-cookie.server.ts'
import { findSessionUser, peekSession, type SessionUser } from './sessions.server.ts'

export type SignedIn = { Variables: { user: SessionUser } }
export type MaybeSignedIn = { Variables: { user: SessionUser | undefined } }

/** Whom a guard admits, for the API document (openapi-document.server.ts). */
export type GuardRole = 'customer' | 'admin'

const guards = new WeakMap<object, GuardRole>()

/** Returns the role that a handler requires; undefined when it is no guard. */
export const findGuardRole = (handler: object): GuardRole | undefined => guards.get(handler)

function guard<T extends object>(lets: GuardRole, handler: T): T {
  guards.set(handler, lets)
  return handler
}

const notSignedIn = () => new DomainError('not-signed-in', 'Please sign in first.')

/** Requires a signed-in user; handlers read `c.var.user`. */
export const requireUser = (db: Db) =>
  guard(
    'customer',
    createMiddleware<SignedIn>(async (c, next) => {
      const user = await findSessionUser(db, readSessionToken(c))
      if (!user) throw notSignedIn()
      c.set('user', user)
      await next()
    }),
  )

/** Requires an admin: checked in the database on each request, signed in with the password. */
export const requireAdmin = (db: Db) =>
  guard(
    'admin',
    createMiddleware<SignedIn>(async (c, next) => {
      c.set('user', onlyTheAdmin(await findSessionUser(db, readSessionToken(c))))
      await next()
    }),
  )

/** As `requireAdmin`, for background requests: they do not extend the session. */
export const requireAdminRead = (db: Db) =>
  guard(
    'admin',
    createMiddleware<SignedIn>(async (c, next) => {
      c.set('user', onlyTheAdmin(await peekSession(db, readSessionToken(c))))
      await next()
    }),
  )

/** Whether an open stream may continue. */
export async function isStillAdmin(db: Db, c: Context): Promise<boolean> {
  const user = await peekSession(db, readSessionToken(c))
  return user !== undefined && isTheAdmin(user)
}

const isTheAdmin = ({ isAdmin, sessionKind }: SessionUser) => isAdmin && sessionKind === 'admin'

function onlyTheAdmin(user: SessionUser | undefined): SessionUser {
  if (!user) throw notSignedIn()
  if (!isTheAdmin(user)) throw new DomainError('not-allowed', 'Only admins can do this.')
  return user
}

/** Provides `c.var.user` if there is one, for calls that are open to all. */
export const optionalUser = (db: Db) =>
  createMiddleware<MaybeSignedIn>(async (c, next) => {
    c.set('user', await findSessionUser(db, readSessionToken(c)))
    await next()
  })
