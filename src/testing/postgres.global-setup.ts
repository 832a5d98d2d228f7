import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '#src/db/open-database.server.ts'
import { startPostgresServer } from './postgres-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
    templateDatabase: string
  }
}

/** Autovacuum would find the tables empty and make plans that scan large ones. */
const LEAVE_UNCLEANED = `do $$ declare name regclass; begin
  for name in select oid from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace loop
    execute format('alter table %s set (autovacuum_enabled = off)', name);
  end loop;
end $$`

export async function setup(project: TestProject) {
  const server = await startPostgresServer()
  const template = `golconda_test_${process.pid}_${Date.now()}`
  await run(server.url, `create database ${template}`)
  const url = new URL(server.url)
  url.pathname = template
  const migrated = await openDatabase({ url: url.href, patient: true })
  await migrated.pool.query(LEAVE_UNCLEANED)
  await migrated.close()
  project.provide('postgresUrl', server.url)
  project.provide('templateDatabase', template)
  return async () => {
    const client = new pg.Client({ connectionString: server.url })
    await client.connect()
    const { rows } = await client.query('select datname from pg_database where datname like $1', [`${template}%`])
    for (const { datname } of rows) await client.query(`drop database "${datname}" with (force)`)
    await client.end()
    await server.stop()
  }
}

async function run(url: string, statement: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement)
  await client.end()
}
