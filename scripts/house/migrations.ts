import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'

export type MigrationFile = { tag: string; sql: string }

const CHANGELOG = 'CHANGELOG.md'

/** The last migration of the newest release, as its entry in the changelog names it. */
export const lastReleasedMigration = (changelog: string): string | undefined =>
  /^Migrations up to `(\d{4}_[\w-]+)`/m.exec(changelog)?.[1]

/** A migration that removes what no version in use reads any more starts a line with this. */
const CONTRACT = /^-- contract: \d+\.\d+\.\d+ \S/m

/** Statements that break the previous version, which runs beside this one during an upgrade. */
const BREAKS: [RegExp, string][] = [
  [
    /^drop (table|type|schema|view|materialized view|sequence|function)\b|\bdrop column\b/,
    'drops what the previous version reads',
  ],
  [/^alter .*\brename\b/, 'renames what the previous version reads'],
  [/\balter column \S+ (set data )?type\b/, 'changes a type and rewrites the table'],
  [/\bset not null\b/, 'demands a value that the previous version does not write'],
  [
    /\badd column (?!.*\b(default|generated)\b).*\bnot null\b/,
    'demands a value that the previous version does not write',
  ],
]

/** Sentences about migrations since the last release that would break the previous version. */
export function findContractions(files: readonly MigrationFile[], lastReleased: string): string[] {
  return files.filter(({ tag }) => tag > lastReleased).flatMap(findBreaks)
}

function findBreaks({ tag, sql }: MigrationFile): string[] {
  const statements = statementsIn(sql)
  const isNew = createdTables(statements)
  const broken = CONTRACT.test(sql)
    ? []
    : statements.flatMap((statement) =>
        isNew(statement) ? [] : BREAKS.filter(([pattern]) => pattern.test(statement)).map(([, what]) => what),
      )
  const isIndex = (statement: string) => /^create (unique )?index\b/.test(statement)
  const concurrent = statements.filter((statement) => /^(create (unique )?|drop )index concurrently\b/.test(statement))
  if (statements.some((one) => isIndex(one) && !isNew(one) && !concurrent.includes(one)))
    broken.push('stops writes while it builds an index: create it concurrently, in a migration of its own')
  if (concurrent.length > 0 && concurrent.length < statements.length)
    broken.push('builds an index concurrently beside other statements, which would not be rolled back')
  return [...new Set(broken)].map((what) => `db/migrations/${tag}.sql ${what}`)
}

/** Without comments and bodies of functions, each on one line in lower case. */
const statementsIn = (sql: string): string[] =>
  sql
    .replaceAll(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''")
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/'[^']*'/g, "''")
    .split(';')
    .map((statement) => statement.toLowerCase().replaceAll('"', '').replaceAll(/\s+/g, ' ').trim())
    .filter(Boolean)

/** A table that the same migration creates is empty, and no older version knows it. */
function createdTables(statements: string[]) {
  const created = new Set(
    statements.flatMap((statement) => /^create table (?:if not exists )?([\w.]+)/.exec(statement)?.[1] ?? []),
  )
  return (statement: string) =>
    created.has(/^(?:alter table (?:only )?|create (?:unique )?index .*?\bon )([\w.]+)/.exec(statement)?.[1] ?? '')
}

/** The migrations since the last release that are not expand-only. */
export function findBadMigrations(): string[] {
  const lastReleased = lastReleasedMigration(readFileSync(CHANGELOG, 'utf8'))
  // Before the first release no other version runs.
  if (!lastReleased) return []
  const files = globSync('db/migrations/*.sql').map((path) => ({
    tag: basename(path, '.sql'),
    sql: readFileSync(path, 'utf8'),
  }))
  return findContractions(files, lastReleased)
}
