import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import { getSignedCookie, setSignedCookie } from 'hono/cookie'
import { getClientIp } from '#src/server/http/client-ip.server.ts'

const LIFE_SECONDS = 180 * 86_400

export type AnonymousIdCookies = {
  /** Undefined for visitors without a valid cookie. */
  read: (c: Context) => Promise<string | undefined>
  /** Creates an id if there is none; `setCookie` sends it once the action has succeeded. */
  readOrCreate: (c: Context) => Promise<{ visitorHash: string; addressHash?: string; setCookie: () => Promise<void> }>
}

/** Identifies visitors for likes by a signed random number in a cookie, stored as a hash. */
export function createAnonymousIdCookies({ secret, secure }: { secret: string; secure: boolean }): AnonymousIdCookies {
  const name = secure ? '__Host-vid' : 'vid'
  // A separate key, so that these signatures are valid for nothing else.
  const key = createHmac('sha256', secret).update('visitor cookies').digest('base64url')
  const read = async (c: Context) => {
    // False means an invalid signature.
    const visitor = await getSignedCookie(c, key, name)
    return visitor ? hashOf(visitor) : undefined
  }
  return {
    read,
    readOrCreate: async (c) => {
      const known = await read(c)
      if (known) return { visitorHash: known, setCookie: async () => {} }
      const visitor = randomBytes(16).toString('base64url')
      return {
        visitorHash: hashOf(visitor),
        addressHash: createHmac('sha256', key).update(getClientIp(c)).digest('base64url'),
        setCookie: () =>
          setSignedCookie(c, name, visitor, key, {
            path: '/',
            sameSite: 'Lax',
            httpOnly: true,
            secure,
            maxAge: LIFE_SECONDS,
          }),
      }
    },
  }
}

function hashOf(visitor: string): string {
  return createHash('sha256').update(visitor).digest('base64url')
}
