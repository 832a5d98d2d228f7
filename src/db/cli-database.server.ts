import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { openEmbeddedServer } from './embedded-database.server.ts'
import type { Database, DatabaseLocation } from './open-database.server.ts'

/** Opens the database for command-line tools: one connection, long timeouts, no migration. */
export async function openForCli(location: DatabaseLocation): Promise<Database> {
  if ('url' in location) {
    const pool = new pg.Pool({ connectionString: location.url, max: 1, connectionTimeoutMillis: 10_000 })
    return { db: drizzle({ client: pool }), pool, kind: 'postgres', close: () => pool.end() }
  }
  const server = await openEmbeddedServer(location.dataDir)
  const pool = new pg.Pool({ max: 1, idleTimeoutMillis: 0, stream: server.connect, user: 'postgres' })
  const close = async () => {
    await pool.end()
    await server.close()
  }
  return { db: drizzle({ client: pool }), pool, kind: 'embedded', close }
}
