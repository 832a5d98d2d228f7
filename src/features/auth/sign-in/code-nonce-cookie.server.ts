import { createHash, randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { hostPrefixedCookie } from '#src/features/auth/sessions/session-cookie.server.ts'
import { extractNonceId } from './browser-id.server.ts'

/** Longer than a code is good for, so that who comes late hears that it has run out. */
const LIFE_SECONDS = 15 * 60

const NONCE = /^[\w-]{43}$/

/** A random number of the browser that asks for a code: only that browser can bring the code back. */
export function readCodeNonce(c: Context): string | undefined {
  const nonce = getCookie(c, hostPrefixedCookie('shop_code').name)
  return nonce && NONCE.test(nonce) ? nonce : undefined
}

export const createCodeNonce = () => randomBytes(32).toString('base64url')

/** Gives the browser its number, or the one that it has for another while. */
export function setCodeNonceCookie(c: Context, nonce: string): void {
  const { name, attributes } = hostPrefixedCookie('shop_code')
  setCookie(c, name, nonce, { ...attributes, maxAge: LIFE_SECONDS })
}

/** The code has served: the next sign-in begins with another number. */
export function clearCodeNonceCookie(c: Context): void {
  const { name, attributes } = hostPrefixedCookie('shop_code')
  deleteCookie(c, name, attributes)
}

/** As the database knows the browser: who reads it cannot stand in for that browser. */
export const hashCodeNonce = (nonce: string) => createHash('sha256').update(extractNonceId(nonce)).digest('base64url')
