import { randomUUID } from 'node:crypto'
import pg from 'pg'

export type PoolerSession = {
  /** Prepared statements survive. Not with PgBouncer before 1.21 or `max_prepared_statements = 0`. */
  keepsStatements: boolean
  isDedicated: boolean
}

const TURNS = 3
/** SQLSTATEs: the prepared statement exists already or is unknown. */
const LOST_STATEMENT = new Set(['42P05', '26000'])

/** Probes with two alternating connections, which a pooler in transaction mode maps to one. */
export async function probePooler(connectionString: string): Promise<PoolerSession> {
  const two = [new pg.Client({ connectionString }), new pg.Client({ connectionString })] as const
  for (const client of two) client.on('error', () => {})
  try {
    for (const client of two) await client.connect()
    return { isDedicated: await isOwn(two), keepsStatements: await keepsStatements(two) }
  } finally {
    await Promise.all(two.map((client) => client.end().catch(() => {})))
  }
}

type Two = readonly [pg.Client, pg.Client]

async function isOwn([one, other]: Two): Promise<boolean> {
  const mark = randomUUID()
  await one.query("select set_config('golconda.probe', $1, false)", [mark])
  const { rows } = await other.query("select current_setting('golconda.probe', true) as found")
  return rows[0].found !== mark
}

async function keepsStatements(two: Two): Promise<boolean> {
  const statement = { name: `probe_${randomUUID()}`, text: 'select 1' }
  try {
    for (let turn = 0; turn < TURNS; turn++) for (const client of two) await client.query(statement)
    return true
  } catch (error) {
    if (error instanceof pg.DatabaseError && LOST_STATEMENT.has(error.code ?? '')) return false
    throw error
  }
}

export function poolerWarnings({ keepsStatements, isDedicated }: PoolerSession, hasDirectUrl: boolean): string[] {
  const sentences = []
  if (!keepsStatements)
    sentences.push(
      'The pooler in front of PostgreSQL loses prepared statements, so the shop does without them and is a little slower: PgBouncer keeps them from 1.21 on with max_prepared_statements = 200.',
    )
  if (!isDedicated && !hasDirectUrl)
    sentences.push(
      'The pooler in front of PostgreSQL does not forward notifications, so no page is cached: set DATABASE_DIRECT_URL to the address of PostgreSQL itself.',
    )
  return sentences
}

export function disablePreparedStatements(pool: pg.Pool): void {
  pool.on('connect', (client) => {
    const query = client.query as (this: pg.PoolClient, ...given: unknown[]) => unknown
    const unnamed = (pending: unknown) =>
      typeof pending === 'object' && pending !== null && 'name' in pending ? { ...pending, name: undefined } : pending
    client.query = function (this: pg.PoolClient, pending: unknown, ...rest: unknown[]) {
      return query.call(this, unnamed(pending), ...rest)
    } as typeof client.query
  })
}
