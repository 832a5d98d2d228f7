import pg from 'pg'

/** A statement as it was sent. */
export type RecordedQuery = { text: string; name?: string | undefined; values: unknown[] }
type Answered = (error: Error | null, result?: { rows: object[] }) => void

/**
 * Lets somebody hear every statement that is sent: `hear` gives back who is told its rows, before whoever asked. The pool
 * asks with a callback, whoever holds a connection waits for a promise. Begin before the pool opens.
 */
export function recordQueries(hear: (question: RecordedQuery) => (rows: object[]) => void): void {
  const query = pg.Client.prototype.query as (...given: unknown[]) => unknown
  pg.Client.prototype.query = function listening(this: pg.Client, ...given: unknown[]) {
    const heard = hear(questionOf(given))
    const asked = given.at(-1)
    if (typeof asked === 'function') {
      const told: Answered = (error, result) => {
        heard(result?.rows ?? [])
        ;(asked as Answered)(error, result)
      }
      return query.apply(this, [...given.slice(0, -1), told])
    }
    const answer = query.apply(this, given)
    return answer instanceof Promise
      ? answer.then((result) => {
          heard(result.rows ?? [])
          return result
        })
      : answer
  } as typeof pg.Client.prototype.query
}

function questionOf([what, values]: unknown[]): RecordedQuery {
  const { text, name, values: own } = typeof what === 'string' ? { text: what } : (what as Partial<RecordedQuery>)
  return { text: text ?? '', name, values: (Array.isArray(values) ? values : own) ?? [] }
}
