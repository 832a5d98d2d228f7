import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FreeSpace } from '#src/platform/free-space.server.ts'
import { log, logs } from '#src/platform/log.server.ts'
import type { Metrics } from '#src/platform/metrics.server.ts'
import { inRequestScope, type RequestScope } from '#src/platform/request-scope.server.ts'
import type { Tracing } from '#src/platform/tracing.server.ts'
import type { Turnstile } from '#src/platform/turnstile.server.ts'
import { comeAgain } from './come-again.server.ts'
import { patternOfPage } from './page-patterns.server.ts'
import { type Call, callOf } from './ranks.server.ts'
import { hurry, tellWhole } from './slow-bodies.server.ts'

type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<void>

export type FrontDesk = {
  turnstile: Turnstile
  metrics: Metrics
  space: FreeSpace
  tracing?: Tracing | undefined
  /** The embedded database writes to the disk of the data folder too. */
  isEmbedded: boolean
  /** The addresses that are files. */
  files: ReadonlySet<string>
  bodyPatienceMs?: number
}

/**
 * What every request passes on its way that is not answered from memory: it gets its place when there is much to
 * do, a line in the log and its share in the figures.
 */
export function createFrontDesk(desk: FrontDesk, answer: Answer) {
  return (request: IncomingMessage, response: ServerResponse, id: string): void => {
    const call = callOf(request.method ?? '', request.url ?? '', desk.files)
    const scope: RequestScope = call.path.startsWith('/api/') ? { id } : { id, route: patternOfPage(call.path) }
    note({ desk, call, scope }, request, response)
    const work = () => {
      const run = () => answer(request, response)
      void inRequestScope(scope, () => (desk.tracing ? desk.tracing.follow(request, response, run) : run()))
    }
    if (call.isFree) work()
    else if (isOutOfRoom(desk, call)) comeAgain(request, response, refusalOf(desk, call, 'disk'))
    else if (!letIn(desk, call, { request, response, work }))
      comeAgain(request, response, refusalOf(desk, call, 'overload'))
  }
}

/** Its place is free again when its answer begins: how fast somebody reads it costs nobody else anything. */
function letIn(
  { turnstile, bodyPatienceMs }: FrontDesk,
  { rank, isRead }: Call,
  { request, response, work }: { request: IncomingMessage; response: ServerResponse; work: () => void },
): boolean {
  if (isRead) {
    const turn = turnstile.read(rank, (made) => {
      onHead(response, made)
      work()
    })
    if (turn) response.once('close', turn.leave)
    return turn !== false
  }
  const turn = turnstile.write(rank)
  if (!turn) return false
  onHead(response, turn.leave)
  response.once('close', turn.leave)
  tellWhole(request, turn.waits)
  hurry(request, response, bodyPatienceMs)
  work()
  return true
}

function onHead(response: ServerResponse, told: () => void): void {
  const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => ServerResponse
  response.writeHead = (...args: unknown[]) => {
    told()
    return writeHead(...args)
  }
}

function isOutOfRoom({ space, isEmbedded }: FrontDesk, { isRead, path }: Call): boolean {
  return !isRead && (isEmbedded || path === '/api/upload') && space.isShort()
}

function refusalOf({ metrics }: FrontDesk, { rank }: Call, why: 'overload' | 'disk') {
  metrics.refused(rank, why)
  return why
}

type Noting = { desk: FrontDesk; call: Call; scope: RequestScope }

/** Files and looks at what is well are only noted when somebody wants to know everything. */
function note({ desk, call, scope }: Noting, request: IncomingMessage, response: ServerResponse): void {
  const began = performance.now()
  const before = request.socket.bytesWritten
  response.once('close', () => {
    const { method = '' } = request
    const { statusCode: status } = response
    const ms = performance.now() - began
    const route = scope.route ?? patternOfPage(call.path)
    desk.metrics.answered({ method, route, status, seconds: ms / 1000 })
    const level = call.isFree && status < 400 ? 'debug' : 'info'
    if (!logs(level)) return
    const sentence = response.writableFinished ? 'Answered' : 'Left before the answer was whole'
    const bytes = request.socket.bytesWritten - before
    inRequestScope(scope, () => log[level](sentence, { method, route, status, ms: Math.round(ms * 10) / 10, bytes }))
  })
}
