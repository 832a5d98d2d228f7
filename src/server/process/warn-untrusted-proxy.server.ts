import type { IncomingMessage } from 'node:http'
import { isFromTrustedProxy } from '#src/server/http/client-ip.server.ts'
import { log } from '#src/server/telemetry/log.server.ts'

const UNTRUSTED_PROXY =
  'Requests come through an unknown proxy: set TRUSTED_PROXIES, or all its clients share one rate limit'

export function createProxyWarning({ isLive }: { isLive: boolean }): (request: IncomingMessage) => void {
  let isDone = !isLive
  return ({ headers, socket }) => {
    if (isDone || headers['x-forwarded-for'] === undefined || isFromTrustedProxy(socket.remoteAddress)) return
    isDone = true
    log.warn(UNTRUSTED_PROXY)
  }
}
