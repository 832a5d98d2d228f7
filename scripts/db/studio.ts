import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { openEmbeddedServer } from '#src/db/embedded-database.server.ts'
import { readEnv } from '#src/server/config/env.server.ts'
import { runCommand } from '../cli.ts'

/**
 * Opens Drizzle Studio on the shop's database. The embedded one is locked meanwhile, so no shop can run on it, and is
 * served to the studio through our own process, one connection at a time.
 */
await runCommand('The studio does not open', async () => {
  const { database } = readEnv(process.env)
  if ('url' in database) return studio(database.url)
  const { port, close } = await serveEmbedded(database.dataDir)
  await studio(`postgres://postgres@127.0.0.1:${port}/postgres?sslmode=disable`).finally(close)
})

async function studio(url: string): Promise<void> {
  const more = process.argv.slice(2)
  const child = spawn('drizzle-kit', ['studio', ...more], {
    stdio: 'inherit',
    env: { ...process.env, STUDIO_DATABASE_URL: url },
    shell: process.platform === 'win32',
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
  await once(child, 'exit')
}

/** PostgreSQL's protocol on a free port of this machine. */
async function serveEmbedded(dataDir: string) {
  const embedded = await openEmbeddedServer(dataDir)
  const server = createServer((socket) => {
    const connection = embedded.connect()
    socket.pipe(connection).pipe(socket)
    socket.on('error', () => connection.destroy())
    connection.on('error', () => socket.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('It does not listen')
  return {
    port: address.port,
    close: async () => {
      server.close()
      await embedded.close()
    },
  }
}
