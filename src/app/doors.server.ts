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

/**
 * Listens at all of them, and gives back the doors beside the server's own. `opened` is called when the first is open. A
 * place that somebody else has is an error of the server, as always.
 */
export function openDoors(server: Server, places: Place[], opened: () => void): Listener[] {
  const [first, ...others] = places
  const broken = (error: Error) => server.emit('error', error)
  const doors = others.map(() =>
    createServer({ allowHalfOpen: true, noDelay: true }, (line) => server.emit('connection', line)).on('error', broken),
  )
  const open = () =>
    server.listen(first, () => {
      for (const [nth, door] of doors.entries()) door.listen(others[nth])
      opened()
    })
  // The kernel would let two processes share a place without a word, an old one and a new one: so it is asked for alone.
  if (!first || !('reusePort' in first)) open()
  else {
    const alone = createServer().on('error', broken)
    alone.listen({ ...first, reusePort: false }, () => alone.close(open))
  }
  return doors
}
