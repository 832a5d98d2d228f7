import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { SIGNED_IN_HINT } from '#src/features/auth/sign-in/sign-in-path.ts'
import { SESSION_LIFE_SECONDS, type SessionKind } from './sessions.server.ts'

let secure = false

/**
 * Over https the cookie carries the `__Host-` prefix, so that no other host and no plain connection can set it.
 * Decided by the address that shoppers see: behind a proxy the request itself looks like http.
 */
export function configureSessionCookie(publicUrl: string): void {
  secure = publicUrl.startsWith('https:')
}

const ofHost = (name: string) => (secure ? `__Host-${name}` : name)
const nameOfCookie = () => ofHost('shop_session')

/** Another cookie that no script reads, named and bound as the session's is. */
export const hostPrefixedCookie = (name: string) => ({
  name: ofHost(name),
  attributes: { path: '/', sameSite: 'Lax', httpOnly: true, secure } as const,
})

/**
 * The maker's stay at home when a link of another site or a mail leads here: nothing that bears their rights begins
 * elsewhere. A shopper's come along, because banks and mails lead back to orders.
 */
const SAME_SITE = { shopper: 'Lax', admin: 'Strict' } as const satisfies Record<SessionKind, string>
const attributes = (kind: SessionKind = 'shopper') => ({ path: '/', sameSite: SAME_SITE[kind], secure }) as const

export function readSessionToken(c: Context): string | undefined {
  return getCookie(c, nameOfCookie())
}

/** As `startSession` makes it. */
const TOKEN = /(?:^|;\s*)(?:__Host-)?shop_session=([\w-]{43})(?=;|$)/

/** What looks like a session in the cookies of a request, valid or not: what is made for everybody may not be for it. */
export function parseSessionToken(cookies: string | undefined): string | undefined {
  return cookies?.includes('shop_session=') ? TOKEN.exec(cookies)?.[1] : undefined
}

/** The hint holds no secret: it spares the browser of a visitor the question who they are. */
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

/**
 * Whoever leaves a phone that others use leaves no page of theirs in it that the way back would show. The cart and the
 * moods stay: they were made without signing in, and most people own their phone. Who leaves for good takes them along.
 */
export function clearBrowserData(c: Context, leaving: 'for now' | 'for good'): void {
  clearSessionCookie(c)
  c.header('Clear-Site-Data', leaving === 'for now' ? '"cache"' : '"cache", "cookies", "storage"')
}
