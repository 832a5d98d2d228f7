import type { MiddlewareHandler } from 'hono'
import { DomainError } from '#src/core/domain-error.ts'

/** Rejects addresses with a NUL, which PostgreSQL cannot store. */
export const rejectNulBytes: MiddlewareHandler = async (c, next) => {
  const [path = '', query = ''] = c.req.url.split('?', 2)
  if (path.includes('%00')) throw new DomainError('not-found', 'There is no such thing.')
  if (query.includes('%00')) throw new DomainError('invalid', 'Invalid character.')
  await next()
}
