import type { Server, ServerResponse } from 'node:http'

/** Against slowloris. Idle connections outlive those of proxies (nginx 60 s, Caddy 120 s), or requests get lost. */
export const SERVER_TIMEOUTS = {
  headersTimeout: 10_000,
  requestTimeout: 60_000,
  keepAliveTimeout: 125_000,
  connectionsCheckingInterval: 1000,
  maxHeaderSize: 16 * 1024,
}

/** Above this number a connection closes with its answer, so that strangers cannot pile them up. */
const MAX_CONNECTIONS = 2000

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
    drain: (): void => {
      isDraining = true
    },
  }
}
