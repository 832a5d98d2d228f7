import { createHash, randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { numberOfNonce } from './known-browser.server.ts'
import { hostCookie } from './session-cookie.server.ts'

/** Longer than a code is good for, so that who comes late hears that it has run out. */
const LIFE_SECONDS = 15 * 60

const NONCE = /^[\w-]{43}$/

/** A random number of the browser that asks for a code: only that browser can bring the code back. */
export function codeNonce(c: Context): string | undefined {
  const nonce = getCookie(c, hostCookie('shop_code').name)
  return nonce && NONCE.test(nonce) ? nonce : undefined
}

export const newNonce = () => randomBytes(32).toString('base64url')

/** Gives the browser its number, or the one that it has for another while. */
export function keepCodeNonce(c: Context, nonce: string): void {
  const { name, attributes } = hostCookie('shop_code')
  setCookie(c, name, nonce, { ...attributes, maxAge: LIFE_SECONDS })
}

/** The code has served: the next sign-in begins with another number. */
export function takeCodeNonce(c: Context): void {
  const { name, attributes } = hostCookie('shop_code')
  deleteCookie(c, name, attributes)
}

/** As the database knows the browser: who reads it cannot stand in for that browser. */
export const hashedNonce = (nonce: string) => createHash('sha256').update(numberOfNonce(nonce)).digest('base64url')
