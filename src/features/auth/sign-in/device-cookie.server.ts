import { createHmac } from 'node:crypto'
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { hostPrefixedCookie } from '#src/features/auth/sessions/session-cookie.server.ts'
import { isSameSecret } from '#src/server/config/encryption.server.ts'
import { createDeviceId } from './browser-id.server.ts'

/** Browsers limit cookies to 400 days. */
const LIFE_SECONDS = 365 * 24 * 3600
/** Households share browsers: the last five users are remembered. */
const REMEMBERED = 5

type Owner = { email: string; secret: string }

/** Reads the device id if this e-mail has signed in here before (OWASP device cookies). It grants nothing. */
export function readKnownDevice(c: Context, owner: Owner): string | undefined {
  const device = readDevice(c)
  if (!device) return undefined
  const own = tagOf(device.id, owner)
  return device.tags.some((tag) => isSameSecret(tag, own)) ? device.id : undefined
}

export function setDeviceCookie(c: Context, owner: Owner): void {
  const { id, tags } = readDevice(c) ?? { id: createDeviceId(), tags: [] }
  const own = tagOf(id, owner)
  const all = [own, ...tags.filter((tag) => !isSameSecret(tag, own))].slice(0, REMEMBERED)
  const { name, attributes } = hostPrefixedCookie('shop_device')
  setCookie(c, name, [id, ...all].join('.'), { ...attributes, maxAge: LIFE_SECONDS })
}

/** The device id and a tag for each e-mail, 22 characters each. */
const COOKIE = /^[\w-]{22}(\.[\w-]{22}){1,5}$/

function readDevice(c: Context): { id: string; tags: string[] } | undefined {
  const cookie = getCookie(c, hostPrefixedCookie('shop_device').name)
  if (!cookie || !COOKIE.test(cookie)) return undefined
  const [id = '', ...tags] = cookie.split('.')
  return { id, tags }
}

function tagOf(id: string, { email, secret }: Owner): string {
  return createHmac('sha256', secret).update(`device\n${id}\n${email}`).digest('base64url').slice(0, 22)
}
