import { createHash, randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { hostPrefixedCookie } from '#src/features/auth/sessions/session-cookie.server.ts'
import { extractNonceId } from './browser-id.server.ts'

/** Longer than the life of a code, so that a late one is reported as expired. */
const LIFE_SECONDS = 15 * 60

const NONCE = /^[\w-]{43}$/

/** Reads the nonce of the browser: a code works only with the nonce it was requested with. */
export function readCodeNonce(c: Context): string | undefined {
  const nonce = getCookie(c, hostPrefixedCookie('shop_code').name)
  return nonce && NONCE.test(nonce) ? nonce : undefined
}

export const createCodeNonce = () => randomBytes(32).toString('base64url')

export function setCodeNonceCookie(c: Context, nonce: string): void {
  const { name, attributes } = hostPrefixedCookie('shop_code')
  setCookie(c, name, nonce, { ...attributes, maxAge: LIFE_SECONDS })
}

export function clearCodeNonceCookie(c: Context): void {
  const { name, attributes } = hostPrefixedCookie('shop_code')
  deleteCookie(c, name, attributes)
}

/** The stored form, so the database alone cannot use a code. */
export const hashCodeNonce = (nonce: string) => createHash('sha256').update(extractNonceId(nonce)).digest('base64url')
