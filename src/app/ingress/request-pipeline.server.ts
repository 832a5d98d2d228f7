import type { IncomingMessage, ServerResponse } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { CachedExchange } from '#src/server/cache/response-cache.server.ts'
import { isRead } from '#src/server/http/request-checks.server.ts'
import { type RequestContext, runInRequestContext } from '#src/server/http/request-context.server.ts'
import type { AdmissionController, Priority, QueuedRequest, Slot } from '#src/server/overload/load-shedding.server.ts'
import { createOverloadLog, send503 } from '#src/server/overload/service-unavailable.server.ts'
import { enforceBodyTimeout, hasRequestBody, onBodyComplete } from '#src/server/overload/slow-client-guard.server.ts'
import type { RequestRoute } from '#src/server/routes/route-table.server.ts'
import type { DiskSpace } from '#src/server/telemetry/disk-space.server.ts'
import { isLogLevelEnabled, log } from '#src/server/telemetry/log.server.ts'
import { loggedStatus, type Metrics } from '#src/server/telemetry/metrics.server.ts'
import type { Tracing } from '#src/server/telemetry/tracing.server.ts'

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>

export type IngressOptions = {
  admission: AdmissionController
  metrics: Metrics
  diskSpace: DiskSpace
  tracing?: Tracing | undefined
  /** The embedded database needs disk space for every write. */
  isEmbedded: boolean
  bodyTimeoutMs?: number
  https: boolean
  fallBack: FallBack
  /** Whether the session is an admin's, as far as it is in memory. Grants a priority, never a permission. */
  isKnownAdmin: (request: IncomingMessage) => boolean
}

/** Sends a copy of what would be rejected, or says whether a reserved slot is tried before the 503. */
type FallBack = (exchange: CachedExchange) => 'sent' | 'reserve' | 'refuse'

type Received = { id: string; route: RequestRoute }

/** The pipeline of every request that is not answered from memory: admission control, access log and metrics. */
export function createIngress(options: IngressOptions, handler: Handler) {
  const { countRejection, logRejections } = createOverloadLog()
  const receive = (request: IncomingMessage, response: ServerResponse, { id, route }: Received): void => {
    const classified = classify(options, request, route)
    const context: RequestContext = { id, route: route.path }
    logRequest({ options, classified, context, countRejection }, request, response)
    const work = (slot?: Slot) => {
      context.slot = slot
      const run = () => handler(request, response)
      return runInRequestContext(context, () =>
        options.tracing ? options.tracing.traceRequest(request, response, run) : run(),
      )
    }
    // A request that times out in the queue runs in the context of the one whose slot became free.
    const fallBack = () => runInRequestContext(context, () => options.fallBack({ request, response, requestId: id }))
    const refuse = (reason: 'disk' | 'overload' = 'overload') => {
      context.refused = reason
      send503(request, response, { reason, https: options.https })
    }
    if (classified.bypassesQueue) void work()
    else if (isDiskFull(options, classified)) refuse('disk')
    else withAdmission(options, classified, { request, response, work, fallBack, refuse })
  }
  return { receive, logRejections }
}

type ClassifiedRequest = RequestRoute & { priority: Priority; isRead: boolean; bypassesQueue: boolean }

function classify(
  { isKnownAdmin }: IngressOptions,
  request: IncomingMessage,
  { path, policy }: RequestRoute,
): ClassifiedRequest {
  // Anyone can invent a session, and looking it up would cost a query.
  const isVisitor = policy.priority === 'admin' && !isKnownAdmin(request)
  const priority = isVisitor ? 'browse' : policy.priority
  const isReading = isRead(request)
  return { path, policy, priority, isRead: isReading, bypassesQueue: isReading && policy.bypassesQueue === true }
}

type Admission = {
  request: IncomingMessage
  response: ServerResponse
  work: (slot: Slot) => Promise<void>
  fallBack: () => ReturnType<FallBack>
  refuse: () => void
}

/** Runs a request in a slot until its response begins. A client that hangs up leaves the queue at once. */
function withAdmission(
  { admission, bodyTimeoutMs }: IngressOptions,
  classified: ClassifiedRequest,
  { request, response, work, fallBack, refuse }: Admission,
): void {
  const hasBody = !classified.isRead && hasRequestBody(request)
  let done: Promise<void> | undefined
  const queued: QueuedRequest = {
    priority: classified.priority,
    isRead: classified.isRead,
    isBodyComplete: () => !hasBody || request.complete,
    run: (slot) => {
      onHeaders(response, slot.release)
      if (hasBody) {
        // Starts here, because a queued request is not the client's delay.
        const { body } = classified.policy
        const isFile = 'isFile' in body
        trackBody(request, slot, isFile)
        if (!isFile) enforceBodyTimeout(request, response, bodyTimeoutMs)
        else if (body.bodyTimeoutMs) enforceBodyTimeout(request, response, body.bodyTimeoutMs)
      }
      done = classified.isRead ? unlessDisconnected(request, () => work(slot)) : work(slot)
    },
    onTimeout: () => {
      if (fallBack() !== 'sent') refuse()
    },
  }
  const releaseOnClose = ({ release }: Slot) =>
    response.once('close', () => {
      if (done) done.then(release, release)
      else release()
    })
  const slot = admission.admit(queued)
  if (slot) return void releaseOnClose(slot)
  const fallback = fallBack()
  if (fallback === 'sent') return
  const reserved = fallback === 'reserve' && admission.admitReserved(queued)
  if (reserved) releaseOnClose(reserved)
  else refuse()
}

/** Does no work for a client that has already hung up, which Node notices two turns after the request. */
async function unlessDisconnected(request: IncomingMessage, work: () => Promise<void>): Promise<void> {
  await nextTurn()
  await nextTurn()
  if (request.socket.readable) await work()
}

/** Frees the slot while the body is incomplete. All but uploads take it back in `request-checks.server.ts`. */
function trackBody(request: IncomingMessage, { suspend, requeue }: Slot, isFile: boolean): void {
  onBodyComplete(request, (isComplete) => {
    if (!isComplete) suspend()
    else if (isFile) void requeue()
  })
}

function onHeaders(response: ServerResponse, listener: () => void): void {
  const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => ServerResponse
  response.writeHead = (...args: unknown[]) => {
    listener()
    return writeHead(...args)
  }
}

function isDiskFull(
  { diskSpace, isEmbedded }: IngressOptions,
  { isRead, policy: { body } }: ClassifiedRequest,
): boolean {
  return !isRead && (isEmbedded || ('isFile' in body && body.isStored)) && diskSpace.isLow()
}

type RequestLog = {
  options: IngressOptions
  classified: ClassifiedRequest
  context: RequestContext
  countRejection: () => void
}

function logRequest(
  { options, classified, context, countRejection }: RequestLog,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const startedAt = performance.now()
  const bytesBefore = request.socket.bytesWritten
  response.once('close', () => {
    const { method = '' } = request
    const status = loggedStatus(response)
    const ms = performance.now() - startedAt
    const route = classified.path
    const { refused } = context
    options.metrics.observeRequest({ method, route, status, seconds: ms / 1000, refused })
    if (refused === 'overload' || refused === 'disk') options.metrics.countRejected(classified.priority, refused)
    if (refused === 'overload') countRejection()
    const isRoutine = classified.policy.bypassesQueue === true && (status < 400 || status === 404)
    const level = isRoutine || refused === 'overload' ? 'debug' : 'info'
    if (!isLogLevelEnabled(level)) return
    const message = response.writableFinished ? 'Answered' : 'Client disconnected'
    const bytes = request.socket.bytesWritten - bytesBefore
    runInRequestContext(context, () =>
      log[level](message, { method, route, status, ms: Math.round(ms * 10) / 10, bytes }),
    )
  })
}
