import { DrizzleQueryError } from 'drizzle-orm/errors'
import pino, { type Logger } from 'pino'
import { getRequestContext } from '#src/server/http/request-context.server.ts'

export type LogFields = {
  method?: string | undefined
  route?: string | undefined
  status?: number | undefined
  ms?: number | undefined
  bytes?: number | undefined
  job?: string | undefined
  /** Internal ids, which say nothing about people. */
  payment?: string | undefined
  refund?: string | undefined
  event?: string | undefined
  checks?: string[] | undefined
  rejected?: number | undefined
  err?: unknown
}

const ALLOWED: ReadonlySet<string> = new Set([
  ...['method', 'route', 'status', 'ms', 'bytes', 'job', 'payment', 'refund', 'event', 'checks', 'rejected'],
])

export type LogLevel = 'debug' | 'info' | 'warn' | 'error'

export type LogSink = { write: (line: string) => unknown; flushSync?: () => void }
type JsonLog = { logger: Logger; sink: LogSink }

/** On globalThis because the development server reloads modules on every edit. */
const shared = globalThis as typeof globalThis & { logLines?: JsonLog }

/** Switches the log from the console (tools and tests) to JSON lines. */
export function enableJsonLog(level: LogLevel, sink: LogSink = standardOutput()): void {
  const options = {
    level,
    base: { pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    // Already redacted; pino's own serializer would log customer input.
    serializers: { err: (described: unknown) => described },
  }
  shared.logLines = { logger: pino(options, sink), sink }
}

const MAX_UNWRITTEN_BYTES = 8 * 1024 * 1024

/** A full disk or a closed pipe loses lines but never stops the process; a stalled reader loses the overflow. */
function standardOutput(): LogSink {
  const stream = pino.destination({ dest: 1, sync: false, maxLength: MAX_UNWRITTEN_BYTES })
  stream.on('error', () => {})
  process.once('exit', flushLog)
  return stream
}

export const isLogLevelEnabled = (level: LogLevel): boolean => shared.logLines?.logger.isLevelEnabled(level) ?? false

export function flushLog(): void {
  try {
    shared.logLines?.sink.flushSync?.()
  } catch {
    // The reader is gone or the disk is full.
  }
}

export const log = {
  debug: (message: string, fields?: LogFields) => write('debug', message, fields),
  info: (message: string, fields?: LogFields) => write('info', message, fields),
  warn: (message: string, fields?: LogFields) => write('warn', message, fields),
  error: (message: string, fields?: LogFields) => write('error', message, fields),
}

function write(level: LogLevel, message: string, fields: LogFields = {}): void {
  const jsonLog = shared.logLines
  if (!jsonLog) toConsole(level, message, fields)
  else if (jsonLog.logger.isLevelEnabled(level)) jsonLog.logger[level](allowedFields(fields), redactText(message))
}

function allowedFields({ err, ...fields }: LogFields): Record<string, unknown> {
  const context = getRequestContext()
  const allowed: Record<string, unknown> = context ? { requestId: context.id, userId: context.userId } : {}
  for (const [name, value] of Object.entries(fields)) if (ALLOWED.has(name)) allowed[name] = value
  if (err !== undefined) allowed.err = redactError(err)
  return allowed
}

function toConsole(level: LogLevel, message: string, { err }: LogFields): void {
  if (level === 'debug' || level === 'info') return
  if (err === undefined) console[level](message)
  else console[level](message, err)
}

type DescribedError = { type: string; message: string; code?: string; stack?: string; cause?: DescribedError }

const MAX_CAUSES = 4
const MAX_LENGTH = 2000
const MAX_FRAMES = 12

/** Describes an error without customer input: Drizzle repeats the values of a statement in its message. */
export function redactError(error: unknown, depth = 0): DescribedError {
  if (!(error instanceof Error)) return { type: typeof error, message: redactText(String(error)) }
  const code = 'code' in error && typeof error.code === 'string' ? { code: redactText(error.code) } : {}
  const cause = error.cause !== undefined && depth < MAX_CAUSES ? { cause: redactError(error.cause, depth + 1) } : {}
  const frames = framesOf(error)
  return { type: error.name, message: messageOf(error), ...code, ...(frames && { stack: frames }), ...cause }
}

function messageOf(error: Error): string {
  return redactText(error instanceof DrizzleQueryError ? `Failed query: ${error.query}` : error.message)
}

/** Only the frames: the first lines of a stack repeat the message. */
function framesOf({ stack = '' }: Error): string {
  const frames = stack.split('\n').filter((line) => /^\s+at /.test(line))
  return frames
    .slice(0, MAX_FRAMES)
    .map((line) => line.trim())
    .join('\n')
}

/** Masks e-mail addresses, UPI ids and phone numbers. */
export function redactText(text: string): string {
  return text
    .slice(0, MAX_LENGTH)
    .replace(/([A-Za-z0-9])[A-Za-z0-9._%+-]{0,63}@([A-Za-z0-9][A-Za-z0-9.-]*)/g, '$1***@$2')
    .replace(/(?<![\w-])(\+?\d{2})[\d -]{5,12}(\d{3})(?![\w-])/g, '$1***$2')
}
