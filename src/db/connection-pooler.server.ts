import { randomUUID } from 'node:crypto'
import pg from 'pg'

/** What a pooler of connections in front of PostgreSQL leaves of a session. Without one everything is kept. */
export type PoolerSession = {
  /** A prepared statement is there when it is asked for again. Not with PgBouncer before 1.21, nor with its `max_prepared_statements = 0`. */
  keepsStatements: boolean
  /** What is set on a connection stays with it: several of them do not share one. */
  isDedicated: boolean
}

/** How often the two ask in turns: a pooler that gives each question to the next connection is found out as well. */
const TURNS = 3
/** SQLSTATEs: the statement's name is taken (by another client, on the connection that both were given), or unknown. */
const LOST_STATEMENT = new Set(['42P05', '26000'])

/** Asks in turns by two connections of its own, which a pooler in transaction mode leads to the same one of the server. */
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

/** What whoever runs the shop had better set, one sentence each. `directUrl` is the way past the pooler. */
export function poolerWarnings(
  { keepsStatements, isDedicated }: PoolerSession,
  directUrl: string | undefined,
): string[] {
  const sentences = []
  if (!keepsStatements)
    sentences.push(
      'The pooler in front of PostgreSQL loses prepared statements, so the shop does without them and is a little slower: PgBouncer keeps them from 1.21 on with max_prepared_statements = 200.',
    )
  if (!isDedicated && !directUrl)
    sentences.push(
      'The pooler in front of PostgreSQL passes no news on, so no page is kept in memory: set DATABASE_DIRECT_URL to the address past it.',
    )
  return sentences
}

/** Has every statement of these connections sent whole, whatever name it has. */
export function disablePreparedStatements(pool: pg.Pool): void {
  pool.on('connect', (client) => {
    const query = client.query as (this: pg.PoolClient, ...given: unknown[]) => unknown
    const unnamed = (asked: unknown) =>
      typeof asked === 'object' && asked !== null && 'name' in asked ? { ...asked, name: undefined } : asked
    client.query = function (this: pg.PoolClient, asked: unknown, ...rest: unknown[]) {
      return query.call(this, unnamed(asked), ...rest)
    } as typeof client.query
  })
}
