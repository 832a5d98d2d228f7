import { once } from 'node:events'
import type { Server } from 'node:http'
import { createServer, type Server as Listener, type ListenOptions } from 'node:net'
import { RUN } from '#src/server/config/process-settings.server.ts'

type Address = ListenOptions | { fd: number }

/** Node accepts one connection per socket and loop turn. With 8, new clients of a loaded shop waited up to 1.2 s. */
const LISTENERS = 32

/** The sockets that systemd passes to the process (socket activation), from descriptor 3 on. */
export function systemdSockets(env: Record<string, string | undefined>): { fd: number }[] {
  return Array.from({ length: Number(env.LISTEN_FDS ?? 0) }, (_, nth) => ({ fd: 3 + nth }))
}

/** The same address several times, with SO_REUSEPORT on Linux. */
export function reusePortOptions(address: { port: number; host: string }): ListenOptions[] {
  return process.platform === 'linux'
    ? Array.from({ length: LISTENERS }, () => ({ ...address, reusePort: true }))
    : [{ ...address }]
}

/** Throws if the port is taken. Without SO_REUSEPORT, which would let two processes share a port silently. */
export async function assertPortFree({ port, host }: { port: number; host: string }): Promise<void> {
  const probe = createServer()
  try {
    await once(probe.listen({ port, host }), 'listening')
  } catch (error) {
    throw new Error(listenErrorMessage(error, { port, host }), { cause: error })
  }
  probe.close()
  await once(probe, 'close')
}

const suggestPort = (port: number) =>
  RUN === 'npm run' ? `Use another: PORT=${port} npm start` : 'Set another PORT in the settings, or end what uses it'

function listenErrorMessage(error: unknown, { port, host }: { port: number; host: string }): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE') return `Port ${port} is taken. ${suggestPort(port + 1)}`
  if (code === 'EACCES') return `Port ${port} is only for the administrator of this machine. ${suggestPort(3000)}`
  return `The shop cannot listen at ${host}, port ${port}: ${error instanceof Error ? error.message : error}`
}

/** Listens on all addresses and returns the listeners besides the server. `onOpen` is called when the first is open. */
export function listenReusePort(server: Server, addresses: Address[], onOpen: () => void): Listener[] {
  const [first, ...others] = addresses
  const emitError = (error: Error) => server.emit('error', error)
  const listeners = others.map(() =>
    createServer({ allowHalfOpen: true, noDelay: true }, (socket) => server.emit('connection', socket)).on(
      'error',
      emitError,
    ),
  )
  const open = () =>
    server.listen(first, () => {
      for (const [nth, listener] of listeners.entries()) listener.listen(others[nth])
      onOpen()
    })
  // Binds without SO_REUSEPORT first, so that a port in use is an error.
  if (!first || !('reusePort' in first)) open()
  else {
    const probe = createServer().on('error', emitError)
    probe.listen({ ...first, reusePort: false }, () => probe.close(open))
  }
  return listeners
}
