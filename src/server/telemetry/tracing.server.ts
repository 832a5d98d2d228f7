import type { IncomingMessage, ServerResponse } from 'node:http'
import { propagation, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import pg from 'pg'
import { getRequestContext } from '#src/server/http/request-context.server.ts'
import { loggedStatus } from './metrics.server.ts'

export type Tracing = {
  traceRequest: (request: IncomingMessage, response: ServerResponse, work: () => Promise<void>) => Promise<void>
  stop: () => Promise<void>
}

/** Traces requests and their SQL statements, without values. Loads the exporter only when it is configured. */
export async function startTracing({
  isTrusted,
}: {
  isTrusted: (request: IncomingMessage) => boolean
}): Promise<Tracing> {
  const provider = (await import('./trace-exporter.server.ts')).startTraceExporter()
  const tracer = trace.getTracer('shop')
  traceStatements()
  return {
    traceRequest: (request, response, work) => {
      // Only trusted callers may continue a trace. ROOT_CONTEXT, because a queued request starts within the end of
      const from = isTrusted(request) ? propagation.extract(ROOT_CONTEXT, request.headers) : ROOT_CONTEXT
      const { method = '' } = request
      return tracer.startActiveSpan(method, { kind: SpanKind.SERVER }, from, (span) => {
        const scope = getRequestContext()
        response.once('close', () => {
          span.updateName(`${method} ${scope?.route ?? '/api'}`)
          span.setAttribute('http.request.method', method)
          span.setAttribute('http.route', scope?.route ?? '/api')
          span.setAttribute('http.response.status_code', loggedStatus(response))
          span.setAttribute('shop.request_id', scope?.id ?? '')
          if (response.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
          span.end()
        })
        return work()
      })
    },
    stop: () => provider.shutdown(),
  }
}

type Query = (this: pg.Client, ...args: unknown[]) => unknown

function traceStatements(): void {
  const query = pg.Client.prototype.query as Query
  const traced: Query = function (...args) {
    const parent = trace.getActiveSpan()
    const text = textOf(args[0])
    if (!parent || !text) return query.apply(this, args)
    const verb = text.trimStart().split(/\s/, 1)[0]?.toUpperCase() ?? 'QUERY'
    const attributes = { 'db.system.name': 'postgresql', 'db.operation.name': verb, 'db.query.text': text }
    const span = trace.getTracer('shop').startSpan(verb, { kind: SpanKind.CLIENT, attributes })
    const last = args.at(-1)
    if (typeof last === 'function')
      return query.apply(this, [
        ...args.slice(0, -1),
        (error: unknown, ...rest: unknown[]) => {
          end(span, error)
          last(error, ...rest)
        },
      ])
    const answer = query.apply(this, args)
    if (answer instanceof Promise)
      answer.then(
        () => end(span),
        (error) => end(span, error),
      )
    else end(span)
    return answer
  }
  pg.Client.prototype.query = traced as typeof pg.Client.prototype.query
}

function textOf(query: unknown): string | undefined {
  if (typeof query === 'string') return query
  if (typeof query !== 'object' || query === null || !('text' in query)) return undefined
  return typeof query.text === 'string' ? query.text : undefined
}

function end(span: Span, error?: unknown): void {
  if (error) span.setStatus({ code: SpanStatusCode.ERROR })
  span.end()
}
