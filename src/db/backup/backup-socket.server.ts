import { chmodSync, rmSync } from 'node:fs'
import { createServer, request } from 'node:http'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { log } from '#src/server/telemetry/log.server.ts'
import { exportData, splitLines } from './export-data.server.ts'

/** Who reads slower than this keeps the shop waiting, and is hung up on. */
const TIMEOUT_MS = 30_000

/** A socket in the data folder, which only the shop's own user may open; Windows has pipes instead of files. */
function socketPath(dataDir: string): string {
  const folder = path.resolve(dataDir)
  if (process.platform === 'win32') return `\\\\?\\pipe\\${folder}`
  const door = path.join(folder, 'door')
  const shorter = path.relative(process.cwd(), door)
  return shorter.length < door.length ? shorter : door
}

/**
 * The embedded database belongs to the process that opened it. By this door the process itself hands out a copy of
 * everything, so that a backup needs no stop. Gives back what closes it.
 */
export async function openBackupSocket(pool: pg.Pool, dataDir: string): Promise<() => Promise<void>> {
  const door = socketPath(dataDir)
  const server = createServer((_request, response) => {
    pipeline(Readable.from(inPieces(exportData(pool))), response).catch((error) => {
      log.warn('A copy of the data was broken off', { err: error })
      response.destroy()
    })
  })
  server.setTimeout(TIMEOUT_MS, (socket) => socket.destroy())
  // Whoever comes here holds the folder: what lies there was left by a process that is gone.
  if (process.platform !== 'win32') rmSync(door, { force: true })
  await new Promise<void>((resolve) => {
    server.once('error', (error) => {
      log.warn(`Backups need this shop to stop: ${error.message}`)
      resolve()
    })
    server.listen(door, () => {
      if (process.platform !== 'win32') chmodSync(door, 0o600)
      resolve()
    })
  })
  return async () => {
    server.closeAllConnections()
    if (server.listening) await new Promise<void>((resolve) => server.close(() => resolve()))
  }
}

const PIECE_CHARACTERS = 65_536

async function* inPieces(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let piece = ''
  for await (const line of lines) {
    piece += `${line}\n`
    if (piece.length < PIECE_CHARACTERS) continue
    yield piece
    piece = ''
  }
  yield piece
}

type Answer = { lines: AsyncIterable<string>; close: () => Promise<void> }

/**
 * The lines of `dumpData` from the shop that runs on this folder; nothing when none does. The shop waits for who asked:
 * whoever reads no further has to close.
 */
export async function readBackupSocket(dataDir: string): Promise<Answer | undefined> {
  const answer = await new Promise<Readable | undefined>((resolve, reject) => {
    request({ socketPath: socketPath(dataDir), path: '/', agent: false }, resolve)
      .on('error', (error: NodeJS.ErrnoException) =>
        ['ENOENT', 'ECONNREFUSED'].includes(error.code ?? '') ? resolve(undefined) : reject(error),
      )
      .end()
  })
  return answer && { lines: wholeLinesOf(answer), close: async () => void answer.destroy() }
}

async function* wholeLinesOf(answer: Readable): AsyncGenerator<string> {
  try {
    yield* splitLines(answer)
  } catch (cause) {
    throw new Error('The shop broke off while it handed out its data. Try again.', { cause })
  }
}
