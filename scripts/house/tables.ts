import type { SourceFile } from './files.ts'

/** Compares the tables of all features. Tests run each of its queries, so a renamed column is found. */
const READS_ALL = 'src/app/jobs/invariants.server.ts'

const roomOf = (path: string) => /^src\/(?:features\/)?[^/]+/.exec(path)?.[0] ?? path

/** SQL text that names a table of another feature; the import rules see only imports. */
export function findForeignTables(source: SourceFile[]): string[] {
  const owners = new Map(
    source
      .filter(({ path }) => path.includes('.table.server'))
      .flatMap(({ path, text }) =>
        [...text.matchAll(/pgTable\(\s*'(\w+)'/g)].map(([, table = '']) => [table, roomOf(path)] as const),
      ),
  )
  return source
    .filter(({ path }) => path !== READS_ALL)
    .flatMap(({ path, text }) =>
      [...text.matchAll(/\b(?:from|join|update|into|table)\s+"?([a-z_]+)\b/g)]
        .filter(([, table = '']) => owners.has(table) && owners.get(table) !== roomOf(path))
        .map(([, table]) => `${path} names ${table}, a table of ${owners.get(table ?? '')}, in SQL`),
    )
}

const RATE_LIMIT = /name: '([a-z-]+)',\s+max:/g
/** Limits of a shared address and of an own network, which differ in their number only. */
const SHARED_KEYS = /-from-address$/

/** Two rate limits of one name would count in one key. */
export function findSharedRateLimits(source: SourceFile[]): string[] {
  const limits = source.flatMap(({ path, text }) =>
    [...text.matchAll(RATE_LIMIT)].map(([, name = '']) => ({ name, path })),
  )
  return [...Map.groupBy(limits, ({ name }) => name)]
    .map(([name, uses]) => ({ name, uses: uses.length, paths: [...new Set(uses.map(({ path }) => path))] }))
    .filter(({ name, uses, paths }) => (SHARED_KEYS.test(name) ? paths.length : uses) > 1)
    .map(({ name, paths }) => `${paths.join(' and ')}: two rate limits are named '${name}' and would share a counter`)
}
