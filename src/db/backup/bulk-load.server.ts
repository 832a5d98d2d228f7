import type pg from 'pg'
import { type BackupFooter, listTables } from './export-data.server.ts'

const ROWS_WORTH_REBUILDING = 5000

/** Empties the tables and drops what slows filling them. Returns the function that restores it. */
export async function prepareBulkLoad(client: pg.PoolClient, rows: BackupFooter['rows']): Promise<() => Promise<void>> {
  const tables = (await listTables(client)).map(({ table }) => table)
  const large = tables.filter((table) => (rows[table] ?? 0) >= ROWS_WORTH_REBUILDING)
  const keys = await constraintsOf(client, { kinds: ['p', 'u', 'x'], tables: large })
  const indexes = await plainIndexesOf(client, large)
  const references = await constraintsOf(client, { kinds: ['f'], tables })
  const run = async (statements: string[]) => {
    for (const statement of statements) await client.query(statement)
  }
  const named = tables.map((table) => `public.${client.escapeIdentifier(table)}`)
  const setTriggers = (state: 'enable' | 'disable') =>
    run(named.map((table) => `alter table ${table} ${state} trigger user`))
  await setTriggers('disable')
  // Before the tables are emptied, which writes new files for them and for all of their indexes.
  await run([...references, ...keys, ...indexes].map(({ drop }) => drop))
  await client.query(`truncate ${named.join(', ')}`)
  return async () => {
    await run([...keys, ...indexes, ...references].map(({ create }) => create))
    await setTriggers('enable')
  }
}

type Dropped = { drop: string; create: string }

async function constraintsOf(
  client: pg.PoolClient,
  { kinds, tables }: { kinds: string[]; tables: string[] },
): Promise<Dropped[]> {
  const { rows } = await client.query<Dropped>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(pg_constraint.oid)) as create
    from pg_constraint join pg_class on pg_class.oid = conrelid
    where contype = any($1) and relnamespace = 'public'::regnamespace and relname = any($2) order by relname, conname`,
    [kinds, tables],
  )
  return rows
}

async function plainIndexesOf(client: pg.PoolClient, tables: string[]): Promise<Dropped[]> {
  const { rows } = await client.query<Dropped>(
    `select format('drop index %s', indexrelid::regclass) as drop, pg_get_indexdef(indexrelid) as create
    from pg_index join pg_class on pg_class.oid = indrelid
    where relnamespace = 'public'::regnamespace and relname = any($1)
      and not exists (select from pg_constraint where conindid = indexrelid and contype <> 'f')
    order by relname, indexrelid`,
    [tables],
  )
  return rows
}
