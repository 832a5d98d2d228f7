import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'

/**
 * Who is calling, as a key for limits: the socket's address, an IPv6 one cut to its /64, because one household owns all of it.
 * Headers are not read: whoever calls could write them. A call from within the process has no socket.
 */
export function clientAddress(c: Context): string {
  const address = c.env?.incoming ? getConnInfo(c).remote.address : undefined
  if (!address) return 'in-process'
  if (address.startsWith('::ffff:')) return address.slice('::ffff:'.length)
  return address.includes(':') ? address.split(':').slice(0, 4).join(':') : address
}
