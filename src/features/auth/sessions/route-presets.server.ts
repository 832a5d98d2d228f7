import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { DomainError } from '#src/core/domain-error.ts'
import type { Db } from '#src/db/database.server.ts'
import { signInPath } from '#src/features/auth/sign-in/sign-in-path.ts'
import { PUBLIC, type RouteDefinition } from '#src/server/routes/define-route.server.ts'
import { readSessionToken } from './session-cookie.server.ts'
import { findSessionUser, peekSession, type SessionUser } from './sessions.server.ts'

export type SignedIn = { Variables: { user: SessionUser } }
export type MaybeSignedIn = { Variables: { user: SessionUser | undefined } }

/** Whom a guard admits, for the API document (openapi-document.server.ts). */
export type GuardRole = 'customer' | 'admin'

const guards = new WeakMap<object, GuardRole>()

/** Returns the role that a handler requires; undefined when it is no guard. */
export const findGuardRole = (handler: object): GuardRole | undefined => guards.get(handler)

type FindUser = (c: Context<SignedIn>) => Promise<SessionUser | undefined>

/** Handlers behind it read `c.var.user`. */
function guard(role: GuardRole, findUser: FindUser, signIn?: (returnTo: string) => string) {
  const handler = createMiddleware<SignedIn>(async (c, next) => {
    const user = await findUser(c)
    if (!user && signIn && c.req.method === 'GET' && c.req.header('accept')?.includes('text/html'))
      return c.redirect(signIn(`${c.req.path}${new URL(c.req.url).search}`), 303)
    if (!user) throw new DomainError('not-signed-in', 'Please sign in first.')
    if (role === 'admin' && !isTheAdmin(user)) throw new DomainError('not-allowed', 'Only admins can do this.')
    c.set('user', user)
    await next()
  })
  guards.set(handler, role)
  return handler
}

/** Refuses a call of a page that shows another account: another tab may have signed in since. */
export function assertSameAccount({ id }: SessionUser, account: string | undefined): void {
  if (account === undefined || account === id) return
  throw new DomainError('conflict', 'You have signed in with another account since. Please reload the page.', {
    code: 'other-account',
  })
}

export const requireUser = (db: Db) => guard('customer', (c) => findSessionUser(db, readSessionToken(c)))

const requireUserRead = (db: Db) => guard('customer', (c) => peekSession(db, readSessionToken(c)))

/** As `requireUser`, for documents that a browser opens: it is sent to the sign-in page and back. */
const requireUserOrSignIn = (db: Db) => guard('customer', (c) => findSessionUser(db, readSessionToken(c)), signInPath)

/** Checked in the database on each request: an admin who signed in with the password. */
export const requireAdmin = (db: Db) => guard('admin', (c) => findSessionUser(db, readSessionToken(c)))

/** As `requireAdmin`, for background requests: they do not extend the session. */
export const requireAdminRead = (db: Db) => guard('admin', (c) => peekSession(db, readSessionToken(c)))

export async function isStillAdmin(db: Db, c: Context): Promise<boolean> {
  const user = await peekSession(db, readSessionToken(c))
  return user !== undefined && isTheAdmin(user)
}

const isTheAdmin = ({ isAdmin, sessionKind }: SessionUser) => isAdmin && sessionKind === 'admin'

/** Provides `c.var.user` if there is one, for calls that are open to all. */
export const optionalUser = (db: Db) =>
  createMiddleware<MaybeSignedIn>(async (c, next) => {
    c.set('user', await findSessionUser(db, readSessionToken(c)))
    await next()
  })

/** A route that also visitors may call, and that knows who is signed in. */
export const MAYBE_SIGNED_IN = { ...PUBLIC, guard: optionalUser } as const satisfies RouteDefinition

export const CUSTOMER = { ...PUBLIC, guard: requireUser } as const satisfies RouteDefinition

/** A route without which a customer cannot buy. Its counter is its own, so that browsing never blocks checkout. */
export const BUYING = { ...CUSTOMER, priority: 'checkout', ipLimit: 'buying' } as const satisfies RouteDefinition

/** Open payment dialogs poll it. They do not extend the session, and many customers share an address. */
export const POLLING_PAYMENT = {
  ...PUBLIC,
  guard: requireUserRead,
  priority: 'payment',
  ipLimit: 'payment-status',
} as const satisfies RouteDefinition

/** As `BUYING`, for a document that opens in a browser. */
export const DOCUMENT = { ...BUYING, guard: requireUserOrSignIn } as const satisfies RouteDefinition

/** A route of a signed-in admin. It works before the shop is opened. */
export const ADMIN = {
  ...PUBLIC,
  guard: requireAdmin,
  priority: 'admin',
  timeoutMs: 15_000,
  whileClosed: true,
  openapi: 'admin',
} as const satisfies RouteDefinition

/** As `ADMIN`, for background requests: they do not extend the session. */
export const ADMIN_BACKGROUND = { ...ADMIN, guard: requireAdminRead } as const satisfies RouteDefinition
