import { once } from 'node:events'
import type { Server } from 'node:http'
import { createServer, type Server as Listener, type ListenOptions } from 'node:net'

type Place = ListenOptions | { fd: number }

/**
 * Node takes up one line from a listening socket per turn of its loop. Where the turns are long, because there is much to
 * do, whoever comes waits in the kernel for seconds, only to be told to come again. So the shop listens several times.
 */
const LISTENERS = 8

/** The sockets that whoever started the process holds for it (systemd's socket activation), from number 3 on. */
export function systemdSockets(env: Record<string, string | undefined>): { fd: number }[] {
  return Array.from({ length: Number(env.LISTEN_FDS ?? 0) }, (_, nth) => ({ fd: 3 + nth }))
}

/** The same place several times, where the kernel shares out the lines among those who listen (Linux). */
export function reusePortOptions(place: { port: number; host: string }): ListenOptions[] {
  return process.platform === 'linux'
    ? Array.from({ length: LISTENERS }, () => ({ ...place, reusePort: true }))
    : [{ ...place }]
}

/**
 * Throws, in a sentence for whoever starts the shop, if nobody can listen at a place: before a first start makes anything,
 * such as a password that is shown once. The kernel would let two processes share a place without a word, an old one and
 * a new one: so it is asked for alone.
 */
export async function assertPortFree({ port, host }: { port: number; host: string }): Promise<void> {
  const alone = createServer()
  try {
    await once(alone.listen({ port, host }), 'listening')
  } catch (error) {
    throw new Error(whyNot(error, { port, host }), { cause: error })
  }
  alone.close()
  await once(alone, 'close')
}

function whyNot(error: unknown, { port, host }: { port: number; host: string }): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE') return `Port ${port} is taken. Use another: PORT=${port + 1} npm start`
  if (code === 'EACCES')
    return `Port ${port} is only for the administrator of this machine. Use another: PORT=3000 npm start`
  return `The shop cannot listen at ${host}, port ${port}: ${error instanceof Error ? error.message : error}`
}

/**
 * Listens at all of them, and gives back the doors beside the server's own. `opened` is called when the first is open. A
 * place that somebody else has is an error of the server, as always.
 */
export function listenReusePort(server: Server, places: Place[], opened: () => void): Listener[] {
  const [first, ...others] = places
  const broken = (error: Error) => server.emit('error', error)
  const listeners = others.map(() =>
    createServer({ allowHalfOpen: true, noDelay: true }, (line) => server.emit('connection', line)).on('error', broken),
  )
  const open = () =>
    server.listen(first, () => {
      for (const [nth, door] of listeners.entries()) door.listen(others[nth])
      opened()
    })
  // The kernel would let two processes share a place without a word, an old one and a new one: so it is asked for alone.
  if (!first || !('reusePort' in first)) open()
  else {
    const alone = createServer().on('error', broken)
    alone.listen({ ...first, reusePort: false }, () => alone.close(open))
  }
  return listeners
}
