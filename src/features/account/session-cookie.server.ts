import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { SIGNED_IN_HINT } from './account.rules.ts'
import { SESSION_LIFE_SECONDS, type SessionKind } from './sessions.server.ts'

let secure = false

/**
 * Over https the cookie carries the `__Host-` prefix, so that no other host and no plain connection can set it.
 * Decided by the address that shoppers see: behind a proxy the request itself looks like http.
 */
export function setSessionCookieFor(publicUrl: string): void {
  secure = publicUrl.startsWith('https:')
}

const nameOfCookie = () => (secure ? '__Host-shop_session' : 'shop_session')
const attributes = () => ({ path: '/', sameSite: 'Lax', secure }) as const

export function sessionToken(c: Context): string | undefined {
  return getCookie(c, nameOfCookie())
}

/** As `startSession` makes it. */
const TOKEN = /(?:^|;\s*)(?:__Host-)?shop_session=([\w-]{43})(?=;|$)/

/** What looks like a session in the cookies of a request, valid or not: what is made for everybody may not be for it. */
export function tokenOf(cookies: string | undefined): string | undefined {
  return cookies?.includes('shop_session=') ? TOKEN.exec(cookies)?.[1] : undefined
}

/** The hint holds no secret: it spares the browser of a visitor the question who they are. */
export function giveSessionCookie(c: Context, token: string, kind: SessionKind): void {
  const maxAge = SESSION_LIFE_SECONDS[kind]
  setCookie(c, nameOfCookie(), token, { ...attributes(), httpOnly: true, maxAge })
  setCookie(c, SIGNED_IN_HINT, '1', { ...attributes(), maxAge })
}

export function takeSessionCookie(c: Context): void {
  if (!sessionToken(c) && !getCookie(c, SIGNED_IN_HINT)) return
  deleteCookie(c, nameOfCookie(), { ...attributes(), httpOnly: true })
  deleteCookie(c, SIGNED_IN_HINT, attributes())
}
