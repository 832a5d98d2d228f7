import type { IncomingMessage } from 'node:http'
import { isFromTrustedProxy } from '#src/server/http/client-ip.server.ts'
import { log } from '#src/server/telemetry/log.server.ts'

const UNKNOWN =
  'Requests come through a proxy that is not named: set TRUSTED_PROXIES, or all who come through it share one limit'

/** Behind a proxy that is not named the first who asks a lot shuts out everybody. Said once; in a demo it does not matter. */
export function createProxyWarning({ isLive }: { isLive: boolean }): (request: IncomingMessage) => void {
  let isSilent = !isLive
  return ({ headers, socket }) => {
    if (isSilent || headers['x-forwarded-for'] === undefined || isFromTrustedProxy(socket.remoteAddress)) return
    isSilent = true
    log.warn(UNKNOWN)
  }
}
