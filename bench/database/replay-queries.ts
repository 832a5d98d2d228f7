import type pg from 'pg'
import { type RecordedQuery, recordQueries } from './query-recorder.ts'

/** A statement as it was sent, and the rows that it brought: as the driver gave them, until `keepRows` has made lists of them. */
export type ExecutedQuery = RecordedQuery & { rows: object[] }

/** Writes down every statement that the shop sends while something is done, whatever it is. Begin before the shop opens its pool. */
export function recordAllQueries() {
  let into: ExecutedQuery[] | undefined
  recordQueries((question) => {
    const said: ExecutedQuery = { ...question, rows: [] }
    into?.push(said)
    return (rows) => {
      said.rows = rows
    }
  })
  return {
    during: async (list: ExecutedQuery[], work: () => Promise<void>) => {
      into = list
      await work()
      into = undefined
    },
  }
}

/** To be called when no time is taken. */
export function normalizeRows(said: ExecutedQuery[]): void {
  for (const one of said) one.rows = one.rows.map((row) => Object.values(row))
}

/**
 * The same statements on a copy of the database. What the database itself invented the first time (ids) is another thing
 * now: wherever it comes up in what is said later, it is said as this database named it.
 */
export async function replayQueries(
  client: pg.Client,
  said: ExecutedQuery[],
  known: Map<string, string>,
): Promise<void> {
  for (const { text, name, values, rows } of said) {
    const result = await client.query({ text, name, values: values.map(asKnown), rowMode: 'array' })
    for (const [nth, row] of result.rows.entries())
      for (const [column, value] of (row as unknown[]).entries()) {
        const then = (rows[nth] as unknown[] | undefined)?.[column]
        if (typeof then === 'string' && typeof value === 'string' && then !== value) known.set(then, value)
      }
  }

  function asKnown(value: unknown): unknown {
    return typeof value === 'string' ? (known.get(value) ?? value) : value
  }
}
