import type { Server } from 'node:http'
import { createServer, type Server as Listener, type ListenOptions } from 'node:net'

type Place = ListenOptions | { fd: number }

/**
 * Node takes up one line from a listening socket per turn of its loop. Where the turns are long, because there is much to
 * do, whoever comes waits in the kernel for seconds, only to be told to come again. So the shop listens several times.
 */
const DOORS = 8

/** The sockets that whoever started the process holds for it (systemd's socket activation), from number 3 on. */
export function handedOverSockets(env: Record<string, string | undefined>): { fd: number }[] {
  return Array.from({ length: Number(env.LISTEN_FDS ?? 0) }, (_, nth) => ({ fd: 3 + nth }))
}

/** The same place several times, where the kernel shares out the lines among those who listen (Linux). */
export function severalTimes(place: { port: number; host: string }): ListenOptions[] {
  return process.platform === 'linux'
    ? Array.from({ length: DOORS }, () => ({ ...place, reusePort: true }))
    : [{ ...place }]
}

/** Listens at all of them, and gives back the doors beside the server's own. `opened` is called when the first is open. */
export function openDoors(server: Server, places: Place[], opened: () => void): Listener[] {
  const [first, ...others] = places
  const doors = others.map(() =>
    createServer({ allowHalfOpen: true, noDelay: true }, (line) => server.emit('connection', line)),
  )
  server.listen(first, () => {
    for (const [nth, door] of doors.entries()) {
      door.on('error', (error) => server.emit('error', error))
      door.listen(others[nth])
    }
    opened()
  })
  return doors
}
