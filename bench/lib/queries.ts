import pg from 'pg'

export type RecordedQuery = { text: string; name?: string | undefined; values: unknown[]; rows: unknown[][] }
type Answered = (error: Error | null, result?: { rows?: object[] }) => void

/** Keeps every statement and its rows in `into`, while that is set. Call it before the pool opens. */
export function recordQueries() {
  const recorder: { into?: RecordedQuery[] } = {}
  const query = pg.Client.prototype.query as (...given: unknown[]) => unknown
  pg.Client.prototype.query = function observed(this: pg.Client, ...given: unknown[]) {
    const recorded = toRecordedQuery(given)
    recorder.into?.push(recorded)
    // The pool uses callbacks, clients promises.
    const callback = typeof given.at(-1) === 'function' ? (given.pop() as Answered) : undefined
    const answer = query.apply(this, given)
    if (!(answer instanceof Promise)) return answer
    const keep = (result: { rows?: object[] }) => {
      recorded.rows = (result.rows ?? []).map((row) => Object.values(row))
      callback?.(null, result)
    }
    void answer.then(keep, (error) => callback?.(error))
    return answer
  } as typeof pg.Client.prototype.query
  return recorder
}

function toRecordedQuery([what, values]: unknown[]): RecordedQuery {
  const { text, name, values: own } = typeof what === 'string' ? { text: what } : (what as Partial<RecordedQuery>)
  return { text: text ?? '', name, values: (Array.isArray(values) ? values : own) ?? [], rows: [] }
}

/** Replays statements on a copy of the database. Generated values (ids) differ there, so later statements get those. */
export async function replayQueries(client: pg.Client, queries: RecordedQuery[], known: Map<unknown, string>) {
  for (const { text, name, values, rows } of queries) {
    const own = values.map((value) => known.get(value) ?? value)
    const result = await client.query<unknown[]>({ text, name, values: own, rowMode: 'array' })
    for (const [nth, row] of result.rows.entries())
      for (const [column, value] of row.entries()) {
        const then = rows[nth]?.[column]
        if (typeof then === 'string' && typeof value === 'string' && then !== value) known.set(then, value)
      }
  }
}
