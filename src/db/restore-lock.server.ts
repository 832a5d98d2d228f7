import type pg from 'pg'

/** Stands in a database for as long as a restore fills it. It goes with the schema when the restore is taken back. */
export const RESTORE_LOCK_TABLE = 'drizzle.restoring'

/** What a restore leaves that was cut off looks like a new shop: nobody may sell on it, and a backup of it is none. */
export async function assertNotRestoring(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query('select to_regclass($1) is not null as half', [RESTORE_LOCK_TABLE])
  if (rows[0]?.half)
    throw new Error(
      'This database is being restored, or a restore of it was cut off. Then restore the backup again, with --force; what was there before is in the schema before_... (docs/operations.md, Restore)',
    )
}
