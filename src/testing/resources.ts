import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import type { Server as HttpServer } from 'node:http'
import type { Server } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'

/** Deleted with the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'golconda-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Listens on a free port of this machine until the test ends, and returns the port. */
export async function listenLocally(server: Server | HttpServer): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    if ('closeAllConnections' in server) server.closeAllConnections()
  })
  return portOf(server)
}

export function portOf(server: Server): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('A listening server has a port')
  return address.port
}

/** Why the work failed; a test whose work succeeds fails. */
export async function failureOf(work: Promise<unknown>): Promise<unknown> {
  const done = Symbol('done')
  const failure = await work.then(
    () => done,
    (error: unknown) => error,
  )
  if (failure === done) throw new Error('It should have failed')
  return failure
}
