import type { Server } from 'node:http'
import { Server as Listener } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** Whoever still uses a line has asked on it by then, and was told that it ends; the proxy of docs/operations.md has let go. */
export const IDLE_CONNECTION_TIMEOUT_MS = 6500
const DEADLINE_MS = 25_000

type Leaving = {
  /** Where it listens besides. */
  listeners: Listener[]
  /** Told first, so that whoever sends requests here looks for somebody else. */
  announce: () => void
  /** How long they have to notice. With a listening socket that outlives the process there is nothing to notice. */
  noticeMs: number
}

/**
 * Ends a server without breaking off anybody: it says that it goes, goes on answering, takes no new lines, ends every
 * line with its next answer, and hangs up on those that have been idle for some seconds. `Server.close` of node:http does
 * so at once, when a request may already be on its way.
 */
export async function shutdownGracefully(server: Server, { listeners, announce, noticeMs }: Leaving): Promise<void> {
  announce()
  const deadline = setTimeout(() => server.closeAllConnections(), DEADLINE_MS).unref()
  await sleep(noticeMs)
  const closed = Promise.all([server, ...listeners].map(closeBackupSocket))
  const idle = setTimeout(() => server.closeIdleConnections(), IDLE_CONNECTION_TIMEOUT_MS).unref()
  await closed
  clearTimeout(deadline)
  clearTimeout(idle)
}

/** It takes no new lines, and its promise is kept when those that it took have ended. */
function closeBackupSocket(door: Listener): Promise<unknown> {
  const closed = new Promise((resolve) => door.once('close', resolve))
  Listener.prototype.close.call(door)
  return closed
}

/** For a person at the keyboard, who does not want to wait: what is idle is closed at once, again and again. */
export async function shutdownNow(server: Server, listeners: Listener[]): Promise<void> {
  const hangUp = setInterval(() => server.closeIdleConnections(), 100)
  const deadline = setTimeout(() => server.closeAllConnections(), 10_000)
  await Promise.all([server, ...listeners].map((door) => new Promise((resolve) => door.close(resolve))))
  clearInterval(hangUp)
  clearTimeout(deadline)
}
