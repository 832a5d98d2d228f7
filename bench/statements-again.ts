import pg from 'pg'

type Question = { text: string; name?: string; values: unknown[] }
/** A statement as it was sent, and the rows that it brought. */
export type Said = Question & { rows: unknown[][] }

/** Writes down every statement that the shop sends while something is done, whatever it is. Begin before the shop opens its pool. */
export function watchAll() {
  let into: Said[] | undefined
  const query = pg.Client.prototype.query as (...given: unknown[]) => unknown
  pg.Client.prototype.query = function listening(this: pg.Client, ...given: unknown[]) {
    const answer = query.apply(this, given)
    const list = into
    if (list && answer instanceof Promise) {
      const said: Said = { ...questionOf(given), rows: [] }
      list.push(said)
      return answer.then((result) => {
        said.rows = result.rows.map((row: object) => Object.values(row))
        return result
      })
    }
    return answer
  } as typeof pg.Client.prototype.query
  return {
    during: async (list: Said[], work: () => Promise<void>) => {
      into = list
      await work()
      into = undefined
    },
  }
}

function questionOf([what, values]: unknown[]): Question {
  const { text, name, values: own } = typeof what === 'string' ? { text: what } : (what as Partial<Question>)
  return { text: text ?? '', name, values: (Array.isArray(values) ? values : own) ?? [] }
}

/**
 * The same statements on a copy of the database. What the database itself invented the first time (ids) is another thing
 * now: wherever it comes up in what is said later, it is said as this database named it.
 */
export async function sayAgain(client: pg.Client, said: Said[], known: Map<string, string>): Promise<void> {
  for (const { text, name, values, rows } of said) {
    const result = await client.query({ text, name, values: values.map(asKnown), rowMode: 'array' })
    for (const [nth, row] of result.rows.entries())
      for (const [column, value] of (row as unknown[]).entries()) {
        const then = rows[nth]?.[column]
        if (typeof then === 'string' && typeof value === 'string' && then !== value) known.set(then, value)
      }
  }

  function asKnown(value: unknown): unknown {
    return typeof value === 'string' ? (known.get(value) ?? value) : value
  }
}
