/** Rows per statement, so that locks stay short. */
export const ROWS_PER_BATCH = 1000

type Changed = { length: number }

/** Repeats a change of at most `limit` rows until it finds fewer. Each batch commits: pass no transaction. */
export async function runInBatches(change: (limit: number) => Promise<Changed>): Promise<void> {
  let changed: Changed
  do {
    changed = await change(ROWS_PER_BATCH)
  } while (changed.length >= ROWS_PER_BATCH)
}
