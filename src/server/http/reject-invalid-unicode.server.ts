import { isUtf8 } from 'node:buffer'
import type { MiddlewareHandler } from 'hono'
import { DomainError } from '#src/core/domain-error.ts'
import { reacquireSlot } from './request-context.server.ts'

/** A NUL as it may stand in a JSON text: by itself, which is no JSON, or written as an escape. */
const NUL = /\0|\\u0000/
/** Halves of a pair, written as escapes; most of them stand beside their other half. */
const SURROGATE = /\\ud[89a-f]/i
/** Names that would reach what every object has in common. */
const OF_ALL_OBJECTS = /"(__proto__|constructor|prototype)"\s*:/

const UNKEEPABLE = 'There is a character in it that cannot be kept. Please remove it.'

/**
 * Refuses JSON that no person types and PostgreSQL cannot keep: with a NUL, half of a character, or bytes that are no
 * UTF-8; and names that mean more to a program than a field.
 */
export const rejectInvalidUnicode: MiddlewareHandler = async (c, next) => {
  if (c.req.header('content-type')?.includes('json')) {
    const text = isUtf8(await c.req.arrayBuffer()) ? await c.req.text() : '\0'
    if (NUL.test(text) || (SURROGATE.test(text) && !isWellFormed(text))) throw new DomainError('invalid', UNKEEPABLE)
    if (OF_ALL_OBJECTS.test(text)) throw new DomainError('invalid', 'That request could not be read.')
    await reacquireSlot()
  }
  await next()
}

/** Written anew, JSON keeps escapes only for halves that stand alone. What is no JSON is refused by whoever parses it. */
function isWellFormed(text: string): boolean {
  try {
    return !SURROGATE.test(JSON.stringify(JSON.parse(text)))
  } catch {
    return true
  }
}
