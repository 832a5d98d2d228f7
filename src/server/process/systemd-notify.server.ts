import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { log } from '#src/server/telemetry/log.server.ts'

const TIMEOUT_MS = 5000
const FEEDS_PER_PERIOD = 3

export type ServiceManager = {
  /** Says that the shop is open, and feeds the watchdog from then on. */
  ready: () => Promise<void>
  stopping: () => Promise<void>
}

type Variables = { [name: string]: string | undefined }

/**
 * Tells systemd how the process is (sd_notify). A blocked event loop or `isAlive` being false starves the watchdog. Node
 * has no unix datagram sockets, so a command writes to the socket.
 */
export function createServiceManager(
  { NOTIFY_SOCKET, WATCHDOG_USEC, PATH }: Variables,
  isAlive: () => boolean,
): ServiceManager {
  const notify = async (state: string) => {
    if (!NOTIFY_SOCKET) return
    try {
      await promisify(execFile)('systemd-notify', [state], { env: { NOTIFY_SOCKET, PATH }, timeout: TIMEOUT_MS })
    } catch (err) {
      log.warn('systemd could not be notified', { err })
    }
  }
  const periodMs = Number(WATCHDOG_USEC ?? 0) / 1000
  let timer: NodeJS.Timeout | undefined
  return {
    ready: async () => {
      await notify('READY=1')
      if (periodMs > 0)
        timer = setInterval(() => isAlive() && notify('WATCHDOG=1'), periodMs / FEEDS_PER_PERIOD).unref()
    },
    stopping: () => {
      clearInterval(timer)
      return notify('STOPPING=1')
    },
  }
}
