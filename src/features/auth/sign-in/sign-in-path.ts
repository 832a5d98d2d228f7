/** A cookie that the browser may read: there is a session, so it is worth asking whose. */
export const SIGNED_IN_HINT = 'signed_in'

/** The server's own page for signing in; it comes back to `returnTo` afterwards. */
export function signInPath(returnTo: string): string {
  return `/api/login?returnTo=${encodeURIComponent(returnTo)}`
}

/** A printable path of this shop: not of another site (`//host`, `/\host`) and without what browsers silently tidy away. */
const OWN_PATH = /^\/(?![/\\])[!-[\]-~]{0,500}$/

/** Where to go after signing in: a path of this very shop, else the front page. */
export function safeReturnTo(returnTo: string | undefined): string {
  return returnTo && OWN_PATH.test(returnTo) ? returnTo : '/'
}

/** The id of the admin's sign-in, round which a closed shop shows nothing of itself. */
export const ADMIN_SIGN_IN = 'admin-sign-in'
