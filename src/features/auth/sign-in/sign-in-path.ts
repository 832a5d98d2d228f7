/** A readable cookie: there is a session, so it is worth asking whose. */
export const SIGNED_IN_HINT = 'signed_in'

export function signInPath(returnTo: string): string {
  return `/api/login?returnTo=${encodeURIComponent(returnTo)}`
}

/** A printable path of this shop; rejects `//host`, `/\host` and characters that browsers strip. */
const OWN_PATH = /^\/(?![/\\])[!-[\]-~]{0,500}$/

export function safeReturnTo(returnTo: string | undefined): string {
  if (!returnTo || !OWN_PATH.test(returnTo)) return '/'
  // Signing out right after signing in, or asking to sign in again, is no place to return to.
  const { pathname } = new URL(returnTo, 'http://shop.invalid')
  return pathname.startsWith('/api/log') ? '/' : returnTo
}

export const ADMIN_SIGN_IN = 'admin-sign-in'
