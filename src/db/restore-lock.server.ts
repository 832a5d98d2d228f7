import type pg from 'pg'

/** Exists while a restore runs, and vanishes with a rollback. */
export const RESTORE_LOCK_TABLE = 'drizzle.restoring'

/** Throws if a restore was interrupted: the data is incomplete. */
export async function assertNotRestoring(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query('select to_regclass($1) is not null as half', [RESTORE_LOCK_TABLE])
  if (rows[0]?.half)
    throw new Error(
      'This database is being restored, or a restore was interrupted. In that case restore the backup again, with --force; what was there before is in the schema before_... (docs/operations.md, Restore)',
    )
}
