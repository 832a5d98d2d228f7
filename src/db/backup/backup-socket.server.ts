import { chmodSync, rmSync } from 'node:fs'
import { createServer, request } from 'node:http'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { log } from '#src/server/telemetry/log.server.ts'
import { decodeParts, encodeParts } from './backup-wire.server.ts'
import { type BackupPart, exportData } from './export-data.server.ts'

/** Readers that stall longer than this are disconnected, because they block the shop. */
const TIMEOUT_MS = 30_000

/** A socket in the data folder that only the shop's user can open; a named pipe on Windows. */
function socketPath(dataDir: string): string {
  const folder = path.resolve(dataDir)
  if (process.platform === 'win32') return `\\\\?\\pipe\\${folder}`
  const address = path.join(folder, 'door')
  const shorter = path.relative(process.cwd(), address)
  return shorter.length < address.length ? shorter : address
}

/** Lets the running process hand out a backup of its embedded database. Returns the function that closes the socket. */
export async function openBackupSocket(pool: pg.Pool, dataDir: string): Promise<() => Promise<void>> {
  const address = socketPath(dataDir)
  const server = createServer((_request, response) => {
    // One slice at a time: `Readable.from` would hold sixteen.
    const bytes = Readable.from(encodeParts(exportData(pool)), { objectMode: false })
    pipeline(bytes, response).catch((error) => {
      log.warn('A backup was interrupted', { err: error })
      response.destroy()
    })
  })
  server.setTimeout(TIMEOUT_MS, (socket) => socket.destroy())
  // This process holds the folder, so an existing socket is stale.
  if (process.platform !== 'win32') rmSync(address, { force: true })
  await new Promise<void>((resolve) => {
    server.once('error', (error) => {
      log.warn(`Backups are possible only while the shop is stopped: ${error.message}`)
      resolve()
    })
    server.listen(address, () => {
      if (process.platform !== 'win32') chmodSync(address, 0o600)
      resolve()
    })
  })
  return async () => {
    server.closeAllConnections()
    if (server.listening) await new Promise<void>((resolve) => server.close(() => resolve()))
  }
}

type Answer = { parts: AsyncIterable<BackupPart>; close: () => Promise<void> }

/** The backup of the shop that runs on this folder; undefined if none runs. Close it when you stop reading. */
export async function readBackupSocket(dataDir: string): Promise<Answer | undefined> {
  const answer = await new Promise<Readable | undefined>((resolve, reject) => {
    request({ socketPath: socketPath(dataDir), path: '/', agent: false }, resolve)
      .on('error', (error: NodeJS.ErrnoException) =>
        ['ENOENT', 'ECONNREFUSED'].includes(error.code ?? '') ? resolve(undefined) : reject(error),
      )
      .end()
  })
  return answer && { parts: decodeParts(answer), close: async () => void answer.destroy() }
}
