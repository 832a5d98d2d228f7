import type pg from 'pg'
import { type RecordedQuery, recordQueries } from './query-recorder.ts'

/** A statement with its rows, raw until `keepRows` has parsed them. */
export type ExecutedQuery = RecordedQuery & { rows: object[] }

/** Records every statement of an action. Start before the shop opens its pool. */
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

/** Call this outside the measured time. */
export function normalizeRows(said: ExecutedQuery[]): void {
  for (const one of said) one.rows = one.rows.map((row) => Object.values(row))
}

/**
 * Replays statements on a copy of the database. Generated values (ids) differ there, so later statements get the values
 * of the copy.
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
