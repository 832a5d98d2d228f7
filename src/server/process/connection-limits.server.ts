import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { log } from '#src/server/telemetry/log.server.ts'

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

/** Browsers and proxies wait for each response. Node starts all requests of one packet at once, up to a thousand. */
const MAX_PIPELINED = 8

export function trackConnections(server: Server, maxConnections = MAX_CONNECTIONS) {
  let connections = 0
  let isDraining = false
  const pipelined = new WeakMap<Socket, number>()
  server.on('connection', (socket) => {
    connections += 1
    socket.once('close', () => (connections -= 1))
  })
  return {
    /** Closes a connection with too many requests behind an unfinished response; true if it did. */
    rejectPipelining: ({ socket }: IncomingMessage, response: ServerResponse): boolean => {
      if (response.socket) return false
      const waiting = (pipelined.get(socket) ?? 0) + 1
      if (waiting > MAX_PIPELINED) {
        if (!socket.destroyed) log.debug('A connection with too many pipelined requests was closed')
        socket.destroy()
        return true
      }
      pipelined.set(socket, waiting)
      response.once('close', () => pipelined.set(socket, (pipelined.get(socket) ?? 1) - 1))
      return false
    },
    limitKeepAlive: (response: ServerResponse): void => {
      if (isDraining || connections > maxConnections) response.shouldKeepAlive = false
    },
    drain: (): void => {
      isDraining = true
    },
  }
}
