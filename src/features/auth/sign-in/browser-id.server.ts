import { randomBytes } from 'node:crypto'
import { parse } from 'hono/utils/cookie'
import { hostPrefixedCookie } from '#src/features/auth/sessions/session-cookie.server.ts'
import { hmacFingerprint } from '#src/server/config/encryption.server.ts'

/** The first half is random, the second half is a keyed mark. */
const DEVICE = { purpose: 'device numbers', random: 11, length: 22 }
const CODE = { purpose: 'numbers of sent codes', random: 22, length: 43 }

type Kind = typeof DEVICE

const marked = (number: string, { purpose, random, length }: Kind) => {
  const own = number.slice(0, random)
  return own + hmacFingerprint(own, purpose).slice(0, length - random)
}

export const createDeviceId = () => marked(randomBytes(8).toString('base64url'), DEVICE)

export const markCodeSent = (nonce: string) => marked(nonce, CODE)

/** The part of a nonce that the mark does not change. */
export const extractNonceId = (nonce: string) => nonce.slice(0, CODE.random)

/** Identifies a browser by its cookies alone, for rate limits; it grants nothing. Made-up ids lack the mark. */
export function identifyBrowser(cookies: string | undefined): string | undefined {
  if (!cookies) return undefined
  const read = (cookie: string) =>
    parse(cookies, hostPrefixedCookie(cookie).name)[hostPrefixedCookie(cookie).name] ?? ''
  const [device = ''] = read('shop_device').split('.')
  if (device.length === DEVICE.length && marked(device, DEVICE) === device) return device
  const nonce = read('shop_code')
  return nonce.length === CODE.length && marked(nonce, CODE) === nonce ? nonce : undefined
}
