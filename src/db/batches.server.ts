/** How many rows one statement changes at most: in a large shop nobody waits long for their locks. */
export const ROWS_PER_BATCH = 1000

/** Of the rows that a batch has changed only the number matters here. */
type Changed = { length: number }

/**
 * Repeats a change of at most `limit` rows until it finds fewer than that. What is changed must no longer be found, or
 * this never ends. Give it the database and no transaction: then every batch is committed by itself, other writers come
 * between two of them, and a process that stops loses only the one under way.
 *
 * @example
 * await inBatches((limit) => db.delete(messages).where(inArray(messages.id, oldest(limit))).returning({ id: messages.id }))
 */
export async function runInBatches(change: (limit: number) => Promise<Changed>): Promise<void> {
  let changed: Changed
  do {
    changed = await change(ROWS_PER_BATCH)
  } while (changed.length >= ROWS_PER_BATCH)
}
