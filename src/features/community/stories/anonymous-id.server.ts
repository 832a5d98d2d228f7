import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import { getSignedCookie, setSignedCookie } from 'hono/cookie'
import { getClientIp } from '#src/server/http/client-ip.server.ts'

const LIFE_SECONDS = 180 * 86_400

export type AnonymousIdCookies = {
  /** Who reads, as the database knows them; undefined for somebody who has never liked anything. */
  read: (c: Context) => Promise<string | undefined>
  /** The same, but somebody new becomes a visitor; `keep` gives them the cookie when what they did has worked. */
  readOrCreate: (c: Context) => Promise<{ visitorHash: string; addressHash?: string; keep: () => Promise<void> }>
}

/**
 * Tells visitors apart, so that one visitor likes a story once: a random number in a cookie that is signed, so that
 * nobody can make up visitors without asking us, and kept as a hash. It says nothing about a person. Over https the name
 * carries the `__Host-` prefix, as the session's does.
 */
export function createAnonymousIdCookies({ secret, secure }: { secret: string; secure: boolean }): AnonymousIdCookies {
  const name = secure ? '__Host-vid' : 'vid'
  // Of its own, so that what is signed here can stand in for nothing else.
  const key = createHmac('sha256', secret).update('visitor cookies').digest('base64url')
  const read = async (c: Context) => {
    // False is a signature that is not ours.
    const visitor = await getSignedCookie(c, key, name)
    return visitor ? hashOf(visitor) : undefined
  }
  return {
    read,
    readOrCreate: async (c) => {
      const known = await read(c)
      if (known) return { visitorHash: known, keep: async () => {} }
      const visitor = randomBytes(16).toString('base64url')
      return {
        visitorHash: hashOf(visitor),
        addressHash: createHmac('sha256', key).update(getClientIp(c)).digest('base64url'),
        keep: () =>
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
