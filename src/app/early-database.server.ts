import { openEarly } from '#src/db/embedded-database.server.ts'
import { type Env, readEnv } from '#src/server/config/env.server.ts'

/** Opens the embedded database in its worker while the shop loads. The start that follows reports invalid settings. */
export function openDatabaseEarly(variables: Record<string, string | undefined>): void {
  const env = readValid(variables)
  if (env && 'dataDir' in env.database) openEarly(env.database.dataDir)
}

function readValid(variables: Record<string, string | undefined>): Env | undefined {
  try {
    return readEnv(variables)
  } catch {
    return undefined
  }
}
