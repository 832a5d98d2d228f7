import type { Server, ServerResponse } from 'node:http'

/**
 * Limits against slow clients (slowloris). Idle connections outlive those of proxies (nginx 60 s, Caddy 120 s): if the
 * server closed first, a request in flight would be lost.
 */
export const SERVER_TIMEOUTS = {
  headersTimeout: 10_000,
  requestTimeout: 60_000,
  keepAliveTimeout: 125_000,
  connectionsCheckingInterval: 1000,
  maxHeaderSize: 16 * 1024,
}

/** Above this number a connection closes with its answer, so that strangers cannot pile them up. */
const MAX_CONNECTIONS = 2000

/** Tracks the connections of a server and disables keep-alive when there are too many or the server drains. */
export function trackConnections(server: Server, maxConnections = MAX_CONNECTIONS) {
  let connections = 0
  let isDraining = false
  server.on('connection', (socket) => {
    connections += 1
    socket.once('close', () => (connections -= 1))
  })
  return {
    limitKeepAlive: (response: ServerResponse): void => {
      if (isDraining || connections > maxConnections) response.shouldKeepAlive = false
    },
    /** Draining: clients reconnect elsewhere. */
    drain: (): void => {
      isDraining = true
    },
  }
}
