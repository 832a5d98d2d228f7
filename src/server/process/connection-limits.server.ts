import type { Server, ServerResponse } from 'node:http'

/**
 * How long the shop waits on a line. Who sends a request a letter at a time, or endless headers, is hung up on. A line that
 * is idle is kept for longer than any proxy in front keeps it (nginx and most balancers a minute, Caddy two): whoever hangs
 * up first loses the request that the other is just sending, and a payment is not sent a second time.
 */
export const SERVER_TIMEOUTS = {
  headersTimeout: 10_000,
  requestTimeout: 60_000,
  keepAliveTimeout: 125_000,
  connectionsCheckingInterval: 1000,
  maxHeaderSize: 16 * 1024,
}

/** Lines on which somebody may ask again. Beyond these each ends with its answer, so that strangers cannot heap them up. */
const MOST_LINES = 2000

/** Hears of all new lines of a server, and ends those on which nobody is to ask again with the answer that is under way. */
export function trackConnections(server: Server, most = MOST_LINES) {
  let lines = 0
  let isLeaving = false
  server.on('connection', (line) => {
    lines += 1
    line.once('close', () => (lines -= 1))
  })
  return {
    endWith: (response: ServerResponse): void => {
      if (isLeaving || lines > most) response.shouldKeepAlive = false
    },
    /** Whoever asks here again is to ask somebody else from now on. */
    leave: (): void => {
      isLeaving = true
    },
  }
}
