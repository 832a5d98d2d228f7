import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { parse } from 'hono/utils/cookie'
import { SIGNED_IN_HINT } from '#src/features/auth/sign-in/sign-in-path.ts'
import { processSettings } from '#src/server/config/process-settings.server.ts'
import { SESSION_LIFE_SECONDS, type SessionKind } from './sessions.server.ts'

/** Over https, decided by the public URL: behind a proxy the request itself is plain http. */
const isSecure = () => processSettings().publicUrl.startsWith('https:')
const ofHost = (name: string) => (isSecure() ? `__Host-${name}` : name)
const nameOfCookie = () => ofHost('shop_session')

/** Names and options of another HttpOnly cookie with the same binding. */
export const hostPrefixedCookie = (name: string) => ({
  name: ofHost(name),
  attributes: { path: '/', sameSite: 'Lax', httpOnly: true, secure: isSecure() } as const,
})

/** Strict keeps an admin's rights out of cross-site requests. Gateways and e-mails link customers back: Lax. */
const SAME_SITE = { customer: 'Lax', admin: 'Strict' } as const satisfies Record<SessionKind, string>
const attributes = (kind: SessionKind = 'customer') =>
  ({ path: '/', sameSite: SAME_SITE[kind], secure: isSecure() }) as const

/** Reads the session token in whatever form the cookie was sent. */
export const readTokenFromHeader = (cookies: string): string | undefined =>
  parse(cookies, nameOfCookie())[nameOfCookie()]

export function readSessionToken(c: Context): string | undefined {
  return readTokenFromHeader(c.req.header('cookie') ?? '')
}

const TOKEN = /(?:^|;\s*)(?:__Host-)?shop_session=([\w-]{43})(?=;|$)/

/** Finds a session token in a cookie header, valid or not: such requests bypass the shared cache. */
export function parseSessionToken(cookies: string | undefined): string | undefined {
  return cookies?.includes('shop_session=') ? TOKEN.exec(cookies)?.[1] : undefined
}

/** What `readSessionToken` reads, from a raw header; undefined also when the cookie is sent twice or in another form. */
export function readRawSessionToken(cookies: string): string | undefined {
  const start = `${nameOfCookie()}=`
  const at = cookies.indexOf(start)
  if (at < 0 || at !== cookies.lastIndexOf(start) || (at > 0 && !' ;'.includes(cookies.charAt(at - 1))))
    return undefined
  const [token = ''] = cookies.slice(at + start.length).split(';', 1)
  return RAW_TOKEN.test(token) ? token : undefined
}

const RAW_TOKEN = /^[\w-]{43}$/

export const toCookieHeader = (token: string): string => `${nameOfCookie()}=${token}`

/** Sets the session cookie and a readable hint that spares visitors a request. */
export function setSessionCookie(c: Context, token: string, kind: SessionKind): void {
  const maxAge = SESSION_LIFE_SECONDS[kind]
  setCookie(c, nameOfCookie(), token, { ...attributes(kind), httpOnly: true, maxAge })
  setCookie(c, SIGNED_IN_HINT, '1', { ...attributes(kind), maxAge })
}

export function clearSessionCookie(c: Context): void {
  if (!readSessionToken(c) && !getCookie(c, SIGNED_IN_HINT)) return
  deleteCookie(c, nameOfCookie(), { ...attributes(), httpOnly: true })
  deleteCookie(c, SIGNED_IN_HINT, attributes())
}

/** Clears the cache, so that Back shows no private page on a shared phone; with the account also cart and moods. */
export function clearBrowserData(c: Context, reason: 'sign-out' | 'account-deleted'): void {
  clearSessionCookie(c)
  c.header('Clear-Site-Data', reason === 'sign-out' ? '"cache"' : '"cache", "cookies", "storage"')
}
