import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FreeSpace } from '#src/platform/free-space.server.ts'
import { log, logs } from '#src/platform/log.server.ts'
import type { Metrics } from '#src/platform/metrics.server.ts'
import { inRequestScope, type RequestScope } from '#src/platform/request-scope.server.ts'
import type { Tracing } from '#src/platform/tracing.server.ts'
import type { Turn, Turnstile } from '#src/platform/turnstile.server.ts'
import { comeAgain } from './come-again.server.ts'
import { patternOfPage } from './page-patterns.server.ts'
import { type Call, callOf } from './ranks.server.ts'
import { hasBody, hurry, tellWhole } from './slow-bodies.server.ts'

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
  /** Whether shoppers see the shop over it. */
  https: boolean
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
    const work = (turn?: Turn) => {
      scope.turn = turn
      const run = () => answer(request, response)
      return inRequestScope(scope, () => (desk.tracing ? desk.tracing.follow(request, response, run) : run()))
    }
    const refuse = (why: 'disk' | 'overload') => {
      desk.metrics.refused(call.rank, why)
      comeAgain(request, response, { why, https: desk.https })
    }
    if (call.isFree) void work()
    else if (isOutOfRoom(desk, call)) refuse('disk')
    else letIn(desk, call, { request, response, work, refuse: () => refuse('overload') })
  }
}

type Visit = {
  request: IncomingMessage
  response: ServerResponse
  work: (turn: Turn) => Promise<void>
  refuse: () => void
}

/**
 * Its place is free again when its answer begins: how fast somebody reads it costs nobody else anything. Who hangs up
 * before that leaves the queue at once, but a place only with the work that was begun for them.
 */
function letIn({ turnstile, bodyPatienceMs }: FrontDesk, call: Call, { request, response, work, refuse }: Visit): void {
  const sends = !call.isRead && hasBody(request)
  let done: Promise<void> | undefined
  const turn = turnstile.enter({
    rank: call.rank,
    isRead: call.isRead,
    isWhole: () => !sends || request.complete,
    work: (place) => {
      onHead(response, place.leave)
      if (sends) {
        // Before this nobody took what they sent: they are not the ones who are slow.
        followBody(request, place)
        hurry(request, response, bodyPatienceMs)
      }
      done = work(place)
    },
    tooLate: refuse,
  })
  if (!turn) refuse()
  else
    response.once('close', () => {
      if (done) done.then(turn.leave, turn.leave)
      else turn.leave()
    })
}

/**
 * Its way through the shop is the way of its body. With JSON, `readable-body.server.ts` waits for the place after it; what
 * the maker uploads goes on at once, and takes the next place that is free.
 */
function followBody(request: IncomingMessage, { goElsewhere, comeBack }: Turn): void {
  tellWhole(request, (isWhole) => {
    if (isWhole) void comeBack()
    else goElsewhere()
  })
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

type Noting = { desk: FrontDesk; call: Call; scope: RequestScope }

/** Files and looks at what is well are only noted when somebody wants to know everything. */
function note({ desk, call, scope }: Noting, request: IncomingMessage, response: ServerResponse): void {
  const began = performance.now()
  const before = request.socket.bytesWritten
  response.once('close', () => {
    const { method = '' } = request
    const { statusCode: status } = response
    const ms = performance.now() - began
    const route = scope.route ?? '/api'
    desk.metrics.answered({ method, route, status, seconds: ms / 1000 })
    const level = call.isFree && status < 400 ? 'debug' : 'info'
    if (!logs(level)) return
    const sentence = response.writableFinished ? 'Answered' : 'Left before the answer was whole'
    const bytes = request.socket.bytesWritten - before
    inRequestScope(scope, () => log[level](sentence, { method, route, status, ms: Math.round(ms * 10) / 10, bytes }))
  })
}
