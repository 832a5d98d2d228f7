import { startPostgresServer } from '#src/testing/postgres-server.ts'

/** One PostgreSQL server for all workers; each creates its own database. */
export default async function setup() {
  const server = await startPostgresServer()
  process.env.E2E_POSTGRES_URL = server.url
  return server.stop
}
