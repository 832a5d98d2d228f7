import { chmodSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { Duplex } from 'node:stream'
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads'
import { log } from '#src/server/telemetry/log.server.ts'
import { lockFolder } from './file-lock.server.ts'

export type EmbeddedServer = { connect: () => Duplex; close: () => Promise<void> }

const WHAT_TO_DO = 'Put its folder aside and restore the last backup (docs/operations.md, Incidents).'

/** A new database, packed by the build for the engine of this version. Unpacking takes a third of the time of initdb. */
export function findNewDatabase(): string {
  const engine = createRequire(path.resolve('package.json')).resolve('@electric-sql/pglite')
  const { version } = JSON.parse(readFileSync(path.resolve(engine, '../../package.json'), 'utf8'))
  return path.resolve(`dist/database/new-${version}.tar.gz`)
}

let openedEarly: { dataDir: string; opening: Promise<EmbeddedServer> } | undefined

/** Opens the database while the rest of the shop loads: the next `openEmbeddedServer` takes it, or throws its error. */
export function openEarly(dataDir: string): void {
  const opening = openEmbeddedServer(dataDir)
  opening.catch(() => {})
  openedEarly = { dataDir, opening }
}

/** Opens PGlite in a worker, behind PostgreSQL's protocol. Locks `dataDir`; throws if another process holds it. */
export async function openEmbeddedServer(dataDir: string, newDatabase?: string): Promise<EmbeddedServer> {
  if (openedEarly?.dataDir === dataDir) {
    const { opening } = openedEarly
    openedEarly = undefined
    return opening
  }
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const unlock = lockFolder(dataDir)
  const database = path.resolve(dataDir, 'database')
  // PGlite would create a new database in a damaged folder.
  if (existsSync(database) && !existsSync(path.join(database, 'PG_VERSION'))) {
    unlock()
    throw new Error(`The embedded database in ${dataDir} is incomplete. ${WHAT_TO_DO}`)
  }
  const isNew = !existsSync(database)
  const file = isNew ? (newDatabase ?? findNewDatabase()) : undefined
  const packed = file && existsSync(file) ? file : undefined
  const worker = new Worker(EMBEDDED_SERVER, { eval: true, workerData: { database, isNew, packed } })
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
  try {
    await new Promise<void>((resolve, reject) => {
      worker.once('message', () => resolve())
      worker.once('error', reject)
      ended.then(reject)
    })
  } catch (error) {
    unlock()
    const problem = packed
      ? `${packed} cannot be unpacked. Unless the disk is full, delete it: the database is created without it. Check other files by SHA256SUMS.`
      : `The embedded database in ${dataDir} does not open. If the disk is full, make room and start again. Otherwise: ${WHAT_TO_DO}`
    throw new Error(problem, { cause: error })
  }
  // PGlite creates files that every user can read.
  chmodSync(database, 0o700)
  let isClosing = false
  let reason: string | undefined
  worker.on('message', (line: string) => {
    reason = line
  })
  ended.then(() => isClosing || giveUp(reason))
  worker.on('error', (error) => log.error('The embedded database failed', { err: error }))
  return {
    connect: () => {
      const { port1, port2 } = new MessageChannel()
      worker.postMessage(port2, [port2])
      return new WireStream(port1)
    },
    close: async () => {
      isClosing = true
      worker.postMessage('close')
      await ended
      unlock()
    },
  }
}

/** Without its engine every query would hang; the process manager restarts the shop. */
function giveUp(reason: string | undefined): never {
  log.error('The embedded database has stopped, and the shop cannot run without it.', { err: reason })
  process.exit(1)
}

/** The worker's program, as text because the server is one bundle. A new database is renamed into place. */
const EMBEDDED_SERVER = `
  const { parentPort, workerData } = require('node:worker_threads')
  const { openAsBlob, renameSync, rmSync } = require('node:fs')
  let lastFailure
  const onStderr = (line) => {
    if (/PANIC|FATAL/.test(line)) lastFailure = line
  }
  Promise.all([
    import('@electric-sql/pglite'),
    import('@electric-sql/pglite/contrib/pg_trgm'),
    import('@electric-sql/pglite/contrib/unaccent'),
  ]).then(async ([{ PGlite }, { pg_trgm }, { unaccent }]) => {
    const { database, isNew, packed } = workerData
    // The usual 128 MB of buffers are all touched; the system caches files, too.
    const startParams = [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB']
    if (isNew) {
      const beside = database + '.new'
      rmSync(beside, { recursive: true, force: true })
      const loadDataDir = packed && (await openAsBlob(packed, { type: 'application/x-gzip' }))
      await (await PGlite.create(beside, { loadDataDir, startParams, onStderr })).close()
      renameSync(beside, database)
    }
    const engine = await PGlite.create(database, { extensions: { pg_trgm, unaccent }, startParams, onStderr })
    // Only an ERROR has this status. PGlite ignores other exceptions, such as a PANIC on a full disk, and then hangs.
    const run = engine.Module._PostgresMainLoopOnce
    engine.Module._PostgresMainLoopOnce = () => {
      try {
        run()
      } catch (error) {
        if (error.status !== engine.POSTGRES_MAIN_LONGJMP) {
          parentPort.postMessage(lastFailure ?? String(error))
          process.exit(1)
        }
        throw error
      }
    }
    parentPort.on('message', async (message) => {
      if (message === 'close') { await engine.close(); process.exit(0) }
      const port = message
      // All connections share one session: reset it for the next one.
      await engine.exec('rollback')
      await engine.exec('discard all')
      // execProtocolRaw parses every message and holds all of them, so that the memory grows with each query.
      port.on('message', async (bytes) => {
        const pieces = []
        await engine.execProtocolRawStream(bytes, { onRawData: (piece) => pieces.push(piece.slice()) })
        const answer = pieces.length === 1 ? pieces[0] : new Uint8Array(Buffer.concat(pieces))
        port.postMessage(answer, [answer.buffer])
      })
    })
    parentPort.postMessage('ready')
  }).catch((error) => {
    throw lastFailure ? new Error(lastFailure, { cause: error }) : error
  })
`

/** The socket of `pg`: writes go to the engine, its answers are read. */
class WireStream extends Duplex {
  readonly #port: MessagePort
  #unsent = Buffer.alloc(0)
  #started = false

  constructor(port: MessagePort) {
    super()
    this.#port = port
    port.on('message', (bytes: Uint8Array) => this.push(bytes))
  }

  connect(): this {
    process.nextTick(() => this.emit('connect'))
    return this
  }

  setNoDelay(): this {
    return this
  }

  setKeepAlive(): this {
    return this
  }

  ref(): this {
    this.#port.ref()
    return this
  }

  unref(): this {
    this.#port.unref()
    return this
  }

  override _read() {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void) {
    this.#send([chunk])
    done()
  }

  /** `pg` corks the parts of a query. Sent together they wake the worker once, which costs more than most queries. */
  override _writev(chunks: { chunk: Buffer }[], done: () => void) {
    this.#send(chunks.map(({ chunk }) => chunk))
    done()
  }

  #send(chunks: Buffer[]) {
    this.#unsent = Buffer.concat([this.#unsent, ...chunks])
    const whole = this.#wholeMessages()
    if (whole === 0) return
    this.#port.postMessage(new Uint8Array(this.#unsent.subarray(0, whole)))
    this.#unsent = this.#unsent.subarray(whole)
  }

  /** Length of the complete messages at the front: a type byte and a length; the first message has no type byte. */
  #wholeMessages(): number {
    let end = 0
    for (;;) {
      const typeBytes = this.#started ? 1 : 0
      if (this.#unsent.length < end + typeBytes + 4) return end
      const next = end + typeBytes + this.#unsent.readInt32BE(end + typeBytes)
      if (next > this.#unsent.length) return end
      this.#started = true
      end = next
    }
  }

  override _final(done: () => void) {
    this.#port.close()
    this.push(null)
    done()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void) {
    this.#port.close()
    done(error)
  }
}
