import type { IncomingMessage, ServerResponse } from 'node:http'
import { type RequestContext, runInRequestContext } from '#src/server/http/request-context.server.ts'
import type { AdmissionController, Slot } from '#src/server/overload/load-shedding.server.ts'
import { type ClassifiedRequest, classifyRequest } from '#src/server/overload/request-priority.server.ts'
import { send503 } from '#src/server/overload/service-unavailable.server.ts'
import { enforceBodyTimeout, hasRequestBody, onBodyComplete } from '#src/server/overload/slow-client-guard.server.ts'
import type { DiskSpace } from '#src/server/telemetry/disk-space.server.ts'
import { isLogLevelEnabled, log } from '#src/server/telemetry/log.server.ts'
import type { Metrics } from '#src/server/telemetry/metrics.server.ts'
import type { Tracing } from '#src/server/telemetry/tracing.server.ts'
import { matchRoutePattern } from './route-patterns.server.ts'

type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<void>

export type IngressOptions = {
  admission: AdmissionController
  metrics: Metrics
  diskSpace: DiskSpace
  tracing?: Tracing | undefined
  /** The embedded database writes to the disk of the data folder too. */
  isEmbedded: boolean
  /** The addresses that are files. */
  files: ReadonlySet<string>
  bodyTimeoutMs?: number
  /** Whether shoppers see the shop over it. */
  https: boolean
}

/**
 * What every request passes on its way that is not answered from memory: it gets its place when there is much to
 * do, a line in the log and its share in the figures.
 */
export function createIngress(desk: IngressOptions, answer: Answer) {
  return (request: IncomingMessage, response: ServerResponse, id: string): void => {
    const call = classifyRequest(request.method ?? '', request.url ?? '', desk.files)
    const scope: RequestContext = call.path.startsWith('/api/') ? { id } : { id, route: matchRoutePattern(call.path) }
    note({ desk, call, scope }, request, response)
    const work = (turn?: Slot) => {
      scope.slot = turn
      const run = () => answer(request, response)
      return runInRequestContext(scope, () =>
        desk.tracing ? desk.tracing.traceRequest(request, response, run) : run(),
      )
    }
    const refuse = (why: 'disk' | 'overload') => {
      desk.metrics.countRejected(call.priority, why)
      send503(request, response, { why, https: desk.https })
    }
    if (call.bypassesQueue) void work()
    else if (isOutOfRoom(desk, call)) refuse('disk')
    else letIn(desk, call, { request, response, work, refuse: () => refuse('overload') })
  }
}

type Visit = {
  request: IncomingMessage
  response: ServerResponse
  work: (turn: Slot) => Promise<void>
  refuse: () => void
}

/**
 * Its place is free again when its answer begins: how fast somebody reads it costs nobody else anything. Who hangs up
 * before that leaves the queue at once, but a place only with the work that was begun for them.
 */
function letIn(
  { admission, bodyTimeoutMs }: IngressOptions,
  call: ClassifiedRequest,
  { request, response, work, refuse }: Visit,
): void {
  const sends = !call.isRead && hasRequestBody(request)
  let done: Promise<void> | undefined
  const turn = admission.admit({
    rank: call.priority,
    isRead: call.isRead,
    isWhole: () => !sends || request.complete,
    work: (place) => {
      onHead(response, place.release)
      if (sends) {
        // Before this nobody took what they sent: they are not the ones who are slow.
        followBody(request, place)
        enforceBodyTimeout(request, response, bodyTimeoutMs)
      }
      done = work(place)
    },
    tooLate: refuse,
  })
  if (!turn) refuse()
  else
    response.once('close', () => {
      if (done) done.then(turn.release, turn.release)
      else turn.release()
    })
}

/**
 * Its way through the shop is the way of its body. With JSON, `readable-body.server.ts` waits for the place after it; what
 * the maker uploads goes on at once, and takes the next place that is free.
 */
function followBody(request: IncomingMessage, { suspend, resume }: Slot): void {
  onBodyComplete(request, (isWhole) => {
    if (isWhole) void resume()
    else suspend()
  })
}

function onHead(response: ServerResponse, told: () => void): void {
  const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => ServerResponse
  response.writeHead = (...args: unknown[]) => {
    told()
    return writeHead(...args)
  }
}

function isOutOfRoom({ diskSpace, isEmbedded }: IngressOptions, { isRead, path }: ClassifiedRequest): boolean {
  return !isRead && (isEmbedded || path === '/api/upload') && diskSpace.isLow()
}

type Noting = { desk: IngressOptions; call: ClassifiedRequest; scope: RequestContext }

/** Files and looks at what is well are only noted when somebody wants to know everything. */
function note({ desk, call, scope }: Noting, request: IncomingMessage, response: ServerResponse): void {
  const began = performance.now()
  const before = request.socket.bytesWritten
  response.once('close', () => {
    const { method = '' } = request
    const { statusCode: status } = response
    const ms = performance.now() - began
    const route = scope.route ?? '/api'
    desk.metrics.observeRequest({ method, route, status, seconds: ms / 1000 })
    const level = call.bypassesQueue && status < 400 ? 'debug' : 'info'
    if (!isLogLevelEnabled(level)) return
    const sentence = response.writableFinished ? 'Answered' : 'Left before the answer was whole'
    const bytes = request.socket.bytesWritten - before
    runInRequestContext(scope, () =>
      log[level](sentence, { method, route, status, ms: Math.round(ms * 10) / 10, bytes }),
    )
  })
}
