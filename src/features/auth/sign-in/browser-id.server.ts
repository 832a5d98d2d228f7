import { randomBytes } from 'node:crypto'
import { parse } from 'hono/utils/cookie'
import { hostPrefixedCookie } from '#src/features/auth/sessions/session-cookie.server.ts'
import { hmacFingerprint } from '#src/server/config/encryption.server.ts'

/** A number of this many characters is random in its first half and carries our mark in its second. */
const DEVICE = { purpose: 'device numbers', random: 11, length: 22 }
const CODE = { purpose: 'numbers of sent codes', random: 22, length: 43 }

type Kind = typeof DEVICE

const marked = (number: string, { purpose, random, length }: Kind) => {
  const own = number.slice(0, random)
  return own + hmacFingerprint(own, purpose).slice(0, length - random)
}

/** A number for a browser in which somebody has signed in. */
export const createDeviceId = () => marked(randomBytes(8).toString('base64url'), DEVICE)

/** The same number of a browser that asked for a code, now with the mark that one was sent. */
export const markCodeSent = (nonce: string) => marked(nonce, CODE)

/** What stays the same when the mark comes. */
export const extractNonceId = (nonce: string) => nonce.slice(0, CODE.random)

/**
 * The number of a browser in which somebody has signed in, or to which a code was sent, from its cookies alone, without
 * the database. It tells browsers apart for a rate limit and lets nobody in; what somebody made up carries no mark.
 */
export function identifyBrowser(cookies: string | undefined): string | undefined {
  if (!cookies) return undefined
  const read = (cookie: string) =>
    parse(cookies, hostPrefixedCookie(cookie).name)[hostPrefixedCookie(cookie).name] ?? ''
  const [device = ''] = read('shop_device').split('.')
  if (device.length === DEVICE.length && marked(device, DEVICE) === device) return device
  const nonce = read('shop_code')
  return nonce.length === CODE.length && marked(nonce, CODE) === nonce ? nonce : undefined
}
