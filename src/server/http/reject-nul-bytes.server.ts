import type { MiddlewareHandler } from 'hono'
import { DomainError } from '#src/core/domain-error.ts'

/** Refuses addresses with a NUL in them: nobody types one, and PostgreSQL cannot even be asked for it. */
export const rejectNulBytes: MiddlewareHandler = async (c, next) => {
  const [path = '', query = ''] = c.req.url.split('?', 2)
  if (path.includes('%00')) throw new DomainError('not-found', 'There is no such thing.')
  if (query.includes('%00')) throw new DomainError('invalid', 'There is a character in it that nothing can have.')
  await next()
}
