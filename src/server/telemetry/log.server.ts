import pino, { type Logger } from 'pino'
import { getRequestContext } from '#src/server/http/request-context.server.ts'
import { redactError, redactText } from './redaction.server.ts'

/** Everything that a line may say besides its sentence. What is not named here is not written. */
export type LogFields = {
  method?: string | undefined
  route?: string | undefined
  status?: number | undefined
  ms?: number | undefined
  bytes?: number | undefined
  job?: string | undefined
  /** Numbers of our own, which say nothing about people. */
  payment?: string | undefined
  refund?: string | undefined
  event?: string | undefined
  /** What is not right, in words of our own. */
  checks?: string[] | undefined
  err?: unknown
}

const ALLOWED: ReadonlySet<string> = new Set([
  ...['method', 'route', 'status', 'ms', 'bytes', 'job', 'payment', 'refund', 'event', 'checks'],
])

export type LogLevel = 'debug' | 'info' | 'warn' | 'error'

/** Where lines go. What is still on its way is written out at once by `flushSync`. */
export type LogSink = { write: (line: string) => unknown; flushSync?: () => void }
type Lines = { logger: Logger; sink: LogSink }

/** On globalThis because the development server loads modules anew on every edit. */
const shared = globalThis as typeof globalThis & { logLines?: Lines }

/** From now on the log is lines of JSON. Before, in tools and tests, it is the console. */
export function enableJsonLog(level: LogLevel, sink: LogSink = standardOutput()): void {
  const options = {
    level,
    base: { pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    // Described by us already; the library's own way would write down what people typed.
    serializers: { err: (described: unknown) => described },
  }
  shared.logLines = { logger: pino(options, sink), sink }
}

const MAX_UNWRITTEN_BYTES = 8 * 1024 * 1024

/**
 * A disk that is full, or a reader that has gone, costs lines and never the process; a slow one keeps nobody waiting, and
 * when it stands still, what does not fit any more is dropped.
 */
function standardOutput(): LogSink {
  const stream = pino.destination({ dest: 1, sync: false, maxLength: MAX_UNWRITTEN_BYTES })
  stream.on('error', () => {})
  process.once('exit', flushLog)
  return stream
}

/** Whether lines of this level are written: for those that ask before they make one. */
export const isLogLevelEnabled = (level: LogLevel): boolean => shared.logLines?.logger.isLevelEnabled(level) ?? false

/** The last act of a process. */
export function flushLog(): void {
  try {
    shared.logLines?.sink.flushSync?.()
  } catch {
    // Nobody reads it any more, or there is no room.
  }
}

export const log = {
  debug: (sentence: string, fields?: LogFields) => write('debug', sentence, fields),
  info: (sentence: string, fields?: LogFields) => write('info', sentence, fields),
  /** Something that is not as it should be, and over by itself. */
  warn: (sentence: string, fields?: LogFields) => write('warn', sentence, fields),
  /** A defect, or something that a person has to see to. */
  error: (sentence: string, fields?: LogFields) => write('error', sentence, fields),
}

function write(level: LogLevel, sentence: string, fields: LogFields = {}): void {
  const lines = shared.logLines
  if (!lines) toConsole(level, sentence, fields)
  else if (lines.logger.isLevelEnabled(level)) lines.logger[level](allowedOf(fields), redactText(sentence))
}

function allowedOf({ err, ...fields }: LogFields): Record<string, unknown> {
  const scope = getRequestContext()
  const said: Record<string, unknown> = scope ? { requestId: scope.id, userId: scope.userId } : {}
  for (const [name, value] of Object.entries(fields)) if (ALLOWED.has(name)) said[name] = value
  if (err !== undefined) said.err = redactError(err)
  return said
}

function toConsole(level: LogLevel, sentence: string, { err }: LogFields): void {
  if (level === 'debug' || level === 'info') return
  if (err === undefined) console[level](sentence)
  else console[level](sentence, err)
}
