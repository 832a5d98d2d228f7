import { startPostgresServer } from '#src/testing/postgres-server.ts'

/** One PostgreSQL server for all workers; each makes its own database on it. */
export default async function setup() {
  const server = await startPostgresServer()
  process.env.E2E_POSTGRES_URL = server.url
  return server.stop
}
