import type pg from 'pg'
import { recordQueries } from './query-recorder.ts'

type Statement = { text: string; values: unknown[]; path: string }

/** Records every statement during a call. Start before the shop opens its pool. */
export function recordReads() {
  const seen: Statement[] = []
  let during: string | undefined
  recordQueries(({ text, values }) => {
    if (during && /^\s*(select|with)\b/i.test(text)) seen.push({ text, values, path: during })
    return () => {}
  })
  return {
    seen,
    begin: (path: string) => {
      during = path
    },
    end: () => {
      during = undefined
    },
  }
}

const SHOWN = 3

/** Repeats every statement and prints the plans of the slowest three. */
export async function explainHeaviest(pool: pg.Pool, seen: Statement[]): Promise<void> {
  const different = [...new Map(seen.map((one) => [one.text, one])).values()]
  const timed: { statement: Statement; ms: number }[] = []
  for (const statement of different) timed.push({ statement, ms: await quickestOf(pool, statement) })
  timed.sort((one, other) => other.ms - one.ms)
  for (const { statement, ms } of timed.slice(0, SHOWN)) {
    const { rows } = await pool.query(`explain (analyze, buffers) ${statement.text}`, statement.values)
    console.log(`\n### ${ms.toFixed(1)} ms, of ${statement.path.slice(0, 110)}\n\n${statement.text}\n`)
    console.log(rows.map((row) => row['QUERY PLAN']).join('\n'))
  }
}

async function quickestOf(pool: pg.Pool, { text, values }: Statement): Promise<number> {
  let quickest = Number.POSITIVE_INFINITY
  for (let i = 0; i < 5; i++) {
    const began = performance.now()
    await pool.query(text, values)
    quickest = Math.min(quickest, performance.now() - began)
  }
  return quickest
}
