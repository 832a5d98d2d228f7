import type { Server } from 'node:http'
import { Server as Listener } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** Longer than the proxy of docs/operations.md keeps idle connections. */
export const IDLE_CONNECTION_TIMEOUT_MS = 6500
const DEADLINE_MS = 25_000

type ShutdownOptions = {
  listeners: Listener[]
  /** Called first: fails readiness, so that load balancers send no more requests. */
  stopAccepting: () => void
  /** How long load balancers have to notice. Zero with a socket that outlives the process. */
  drainMs: number
}

/** Shuts down gracefully. `Server.close` of node:http would close idle connections, with requests on their way. */
export async function shutdownGracefully(
  server: Server,
  { listeners, stopAccepting, drainMs }: ShutdownOptions,
): Promise<void> {
  stopAccepting()
  const deadline = setTimeout(() => server.closeAllConnections(), DEADLINE_MS).unref()
  await sleep(drainMs)
  const closed = Promise.all([server, ...listeners].map(closeListener))
  const idle = setTimeout(() => server.closeIdleConnections(), IDLE_CONNECTION_TIMEOUT_MS).unref()
  await closed
  clearTimeout(deadline)
  clearTimeout(idle)
}

function closeListener(listener: Listener): Promise<unknown> {
  const closed = new Promise((resolve) => listener.once('close', resolve))
  Listener.prototype.close.call(listener)
  return closed
}

/** Shuts down fast, for a person at the keyboard: closes idle connections repeatedly. */
export async function shutdownNow(server: Server, listeners: Listener[]): Promise<void> {
  const closing = setInterval(() => server.closeIdleConnections(), 100)
  const deadline = setTimeout(() => server.closeAllConnections(), 10_000)
  await Promise.all([server, ...listeners].map((listener) => new Promise((resolve) => listener.close(resolve))))
  clearInterval(closing)
  clearTimeout(deadline)
}
