import pg from 'pg'

export type RecordedQuery = { text: string; name?: string | undefined; values: unknown[] }
type Answered = (error: Error | null, result?: { rows: object[] }) => void

/**
 * Observes every statement and its rows before the caller gets them. The pool uses callbacks, clients promises. Start
 * before the pool opens.
 */
export function recordQueries(onQuery: (question: RecordedQuery) => (rows: object[]) => void): void {
  const query = pg.Client.prototype.query as (...given: unknown[]) => unknown
  pg.Client.prototype.query = function observed(this: pg.Client, ...given: unknown[]) {
    const onRows = onQuery(toRecordedQuery(given))
    const callback = given.at(-1)
    if (typeof callback === 'function') {
      const wrapped: Answered = (error, result) => {
        onRows(result?.rows ?? [])
        ;(callback as Answered)(error, result)
      }
      return query.apply(this, [...given.slice(0, -1), wrapped])
    }
    const answer = query.apply(this, given)
    return answer instanceof Promise
      ? answer.then((result) => {
          onRows(result.rows ?? [])
          return result
        })
      : answer
  } as typeof pg.Client.prototype.query
}

function toRecordedQuery([what, values]: unknown[]): RecordedQuery {
  const { text, name, values: own } = typeof what === 'string' ? { text: what } : (what as Partial<RecordedQuery>)
  return { text: text ?? '', name, values: (Array.isArray(values) ? values : own) ?? [] }
}
