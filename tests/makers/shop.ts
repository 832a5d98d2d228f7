import { onTestFinished } from 'vitest'
import { createApi } from '#src/app/api.server.ts'
import { setSessionCookieFor } from '#src/features/account/session-cookie.server.ts'
import type { Database } from '#src/platform/database.server.ts'
import { readEnv } from '#src/platform/env.server.ts'
import { setShopSecret } from '#src/platform/keys.server.ts'
import { aTill } from './payments.ts'

/** All calls of a shop on this database, answered in process: a demo, unless the environment says otherwise. */
export function aWholeApi(database: Database, variables: Record<string, string> = {}) {
  const env = readEnv(variables)
  setSessionCookieFor(env.PUBLIC_URL)
  const { sandbox, ...till } = aTill(database.db)
  const secret = 'a secret for tests'
  setShopSecret(secret)
  const closing = new AbortController()
  onTestFinished(() => closing.abort())
  return createApi({ env, database, secret, sandbox, till, closing, close: async () => {} })
}
