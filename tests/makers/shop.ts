import { createApi } from '#src/app/api.server.ts'
import { setSessionCookieFor } from '#src/features/account/session-cookie.server.ts'
import type { Database } from '#src/platform/database.server.ts'
import { readEnv } from '#src/platform/env.server.ts'
import { aTill } from './payments.ts'

/** All calls of a demo shop on this database, answered in process. */
export function aWholeApi(database: Database) {
  setSessionCookieFor('http://localhost:3000')
  const { sandbox, ...till } = aTill(database.db)
  const secret = 'a secret for tests'
  const env = readEnv({})
  return createApi({ env, database, secret, sandbox, till, closing: new AbortController(), close: async () => {} })
}
