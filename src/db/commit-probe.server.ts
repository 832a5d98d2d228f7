import type { Database } from './open-database.server.ts'
import { shareRunning } from './servers/primary-finder.server.ts'

const EMPTY_COMMIT = `select pg_logical_emit_message(true, 'golconda', 'ready')`
const FRESH_MS = 10_000

/** Checks whether commits work, one at a time: a commit can wait forever for a dead standby. */
export function createCommitProbe({
  createDirectClient,
}: Pick<Database, 'createDirectClient'>): () => Promise<boolean> {
  let good = 0
  const commit = shareRunning(async () => {
    const client = createDirectClient('commits', { connectionTimeoutMillis: 3000, query_timeout: undefined })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.query(EMPTY_COMMIT)
      good = performance.now()
      return true
    } finally {
      await client.end().catch(() => {})
    }
  })
  return async () => (good > 0 && performance.now() - good < FRESH_MS) || commit()
}
