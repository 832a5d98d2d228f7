import { onTestFinished } from 'vitest'
import { createApi } from '#src/app/api.server.ts'
import type { Database } from '#src/db/open-database.server.ts'
import { type Env, readEnv } from '#src/server/config/env.server.ts'
import { configureProcess } from '#src/server/config/process-settings.server.ts'
import { createTestPayments } from '#tests/factories/payments/payments.ts'

/** The complete API on this database, in process: a demo unless the environment says otherwise. */
export function createFullApi(
  database: Pick<Database, 'db'> & Partial<Pick<Database, 'read'>>,
  variables: Record<string, string> = {},
  changes: Partial<Env> = {},
) {
  const env = { ...readEnv(variables), ...changes }
  const { sandbox, ...context } = createTestPayments(database.db)
  const secret = 'a secret for tests'
  configureProcess({ publicUrl: env.PUBLIC_URL, masterSecret: () => secret })
  const closing = new AbortController()
  onTestFinished(() => closing.abort())
  return createApi({ env, database, secret, sandbox, payments: context, closing, hasTimeout: false })
}
