import { globSync, readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { Db } from '#src/db/database.server.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'

/** Features that the catalog of the migrated database shows, each with its condition. */
const IN_CATALOG: Record<string, string> = {
  'PL/pgSQL functions': `exists (select from pg_proc p join pg_language l on l.oid = prolang
    where pronamespace = 'public'::regnamespace and lanname = 'plpgsql')`,
  triggers: 'exists (select from pg_trigger where not tgisinternal)',
  'statement triggers with transition tables':
    'exists (select from pg_trigger where not tgisinternal and (tgnewtable is not null or tgoldtable is not null))',
  'deferrable constraint triggers': 'exists (select from pg_trigger where not tgisinternal and tgdeferrable)',
  'deferrable constraints': constraint("condeferrable and contype <> 't'"),
  'exclusion constraints': constraint("contype = 'x'"),
  'stored generated columns': column("attgenerated = 's'"),
  'virtual generated columns': column("attgenerated = 'v'"),
  'range columns': column('atttypid in (select rngtypid from pg_range)'),
  'text search columns': column("atttypid = 'tsvector'::regtype"),
  'indexes on expressions': index('indexprs is not null'),
  'covering indexes': index('indnatts > indnkeyatts'),
  'unique nulls not distinct': index('indnullsnotdistinct'),
  ...Object.fromEntries(
    ['gin', 'gist', 'spgist', 'brin', 'hash'].map((method) => [
      `${method} indexes`,
      index(`indexrelid in (select c.oid from pg_class c join pg_am a on a.oid = relam where amname = '${method}')`),
    ]),
  ),
  enums: `exists (select from pg_type where typtype = 'e' and typnamespace = 'public'::regnamespace)`,
  domains: `exists (select from pg_type where typtype = 'd' and typnamespace = 'public'::regnamespace)`,
  views: relation('v'),
  'materialized views': relation('m'),
  'partitioned tables': relation('p'),
  'foreign tables': relation('f'),
  'unlogged tables': `exists (select from pg_class where relpersistence = 'u' and relnamespace = 'public'::regnamespace)`,
  'row level security': 'exists (select from pg_class where relrowsecurity)',
  rules: `exists (select from pg_rewrite where rulename <> '_RETURN' and ev_class::regclass::text !~ '^pg_|information_schema')`,
}

/** Features that the SQL of migrations and source files shows. */
const IN_SOURCE: Record<string, RegExp> = {
  'LISTEN and NOTIFY': /pg_notify\(|`listen \$/i,
  'session advisory locks': /pg_(try_)?advisory_lock\(/i,
  'transaction advisory locks': /pg_(try_)?advisory_xact_lock\(/i,
  'LOCK TABLE': /\block table\b/i,
  'row locks (FOR UPDATE)': /\.for\('(update|share|no key update)'|\bfor (update|share|no key update)\b/i,
  'SKIP LOCKED': /\bskip locked\b|skipLocked/i,
  'changes in WITH': /\bas \(\s*(insert into|update|delete from)\b|\$with\(/i,
  'LATERAL joins': /\blateral\b/i,
  'recursive queries': /\bwith recursive\b/i,
  MERGE: /\bmerge into\b/i,
  TABLESAMPLE: /\btablesample\b/i,
  'two-phase commit': /\bprepare transaction\b/i,
  'table statistics (reltuples)': /\breltuples\b/i,
  'snapshots across connections': /pg_export_snapshot|set transaction snapshot/i,
}

function constraint(condition: string) {
  return `exists (select from pg_constraint where ${condition} and connamespace = 'public'::regnamespace)`
}
function column(condition: string) {
  return `exists (select from pg_attribute join pg_class c on c.oid = attrelid
    where ${condition} and attnum > 0 and relkind = 'r' and relnamespace = 'public'::regnamespace)`
}
function index(condition: string) {
  return `exists (select from pg_index join pg_class c on c.oid = indrelid
    where ${condition} and relnamespace = 'public'::regnamespace)`
}
function relation(kind: string) {
  return `exists (select from pg_class where relkind = '${kind}' and relnamespace = 'public'::regnamespace
    and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e'))`
}

async function featuresOf(db: Db): Promise<string[]> {
  const names = Object.keys(IN_CATALOG)
  const conditions = Object.values(IN_CATALOG).map((condition, nth) => `${condition} as "${nth}"`)
  const { rows } = await db.execute<Record<string, boolean>>(sql.raw(`select ${conditions.join(', ')}`))
  const extensions = await db.execute<{ name: string }>(
    sql`select extname as name from pg_extension where extname <> 'plpgsql'`,
  )
  const files = [...globSync('src/**/*.{ts,tsx}'), ...globSync('db/migrations/*.sql')].filter(
    (file) => !/\.test\.ts$|^src\/testing\//.test(file),
  )
  const text = files.map((file) => readFileSync(file, 'utf8')).join('\n')
  return [
    ...names.filter((_, nth) => rows[0]?.[nth]),
    ...extensions.rows.map(({ name }) => `extension ${name}`),
    ...Object.entries(IN_SOURCE).flatMap(([name, pattern]) => (pattern.test(text) ? [name] : [])),
  ]
}

it('docs/scale.md lists the features of PostgreSQL that the shop uses and other engines may lack', () =>
  inTestTransaction(async (db) => {
    const [, table = ''] = readFileSync('docs/scale.md', 'utf8').split('| feature | refused by |\n|---|---|\n')
    const listed = [...(table.split('\n\n')[0] ?? '').matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, names = '']) =>
      names.split('; '),
    )
    expect(listed.sort()).toEqual((await featuresOf(db)).sort())
  }))
