import { DrizzleQueryError } from 'drizzle-orm/errors'

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
