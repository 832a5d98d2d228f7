import { onTestFinished } from 'vitest'
import { createApi } from '#src/app/api.server.ts'
import type { Database } from '#src/db/database.server.ts'
import { configureSessionCookie } from '#src/features/auth/sessions/session-cookie.server.ts'
import { setMasterSecret } from '#src/server/config/encryption.server.ts'
import { readEnv } from '#src/server/config/env.server.ts'
import { createTestPayments } from '#tests/factories/payments/payments.ts'

/** The complete API on this database, in process: a demo unless the environment says otherwise. */
export function createFullApi(database: Database, variables: Record<string, string> = {}) {
  const env = readEnv(variables)
  configureSessionCookie(env.PUBLIC_URL)
  const { sandbox, ...context } = createTestPayments(database.db)
  const secret = 'a secret for tests'
  setMasterSecret(secret)
  const closing = new AbortController()
  onTestFinished(() => closing.abort())
  return createApi({ env, database, secret, sandbox, payments: context, closing, close: async () => {} })
}
