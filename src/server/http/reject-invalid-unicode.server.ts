import { isUtf8 } from 'node:buffer'
import type { MiddlewareHandler } from 'hono'
import { DomainError } from '#src/core/domain-error.ts'
import { reacquireSlot } from './request-context.server.ts'

/** A NUL in a JSON text, raw or escaped. */
const NUL = /\0|\\u0000/
/** Escaped surrogates; most of them are complete pairs. */
const SURROGATE = /\\ud[89a-f]/i
/** Names that could pollute a prototype. */
const PROTOTYPE_NAME = /"(__proto__|constructor|prototype)"\s*:/

const INVALID_CHARACTER = 'It contains an invalid character. Please remove it.'

/**
 * Rejects JSON that PostgreSQL cannot store (NUL, lone surrogates, invalid UTF-8) and names that could pollute a
 * prototype.
 */
export const rejectInvalidUnicode: MiddlewareHandler = async (c, next) => {
  if (c.req.header('content-type')?.includes('json')) {
    const text = isUtf8(await c.req.arrayBuffer()) ? await c.req.text() : '\0'
    if (NUL.test(text) || (SURROGATE.test(text) && !isWellFormed(text)))
      throw new DomainError('invalid', INVALID_CHARACTER)
    if (PROTOTYPE_NAME.test(text)) throw new DomainError('invalid', 'We could not read that request.')
    await reacquireSlot()
  }
  await next()
}

/** JSON.stringify escapes only lone surrogates. Invalid JSON is left to the parser. */
function isWellFormed(text: string): boolean {
  try {
    return !SURROGATE.test(JSON.stringify(JSON.parse(text)))
  } catch {
    return true
  }
}
