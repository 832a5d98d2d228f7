import { expect, it } from 'vitest'
import { testDatabase } from '#src/testing/test-database.ts'
import { assertNotRestoring, RESTORE_LOCK_TABLE } from './migrate.server.ts'

it('a database with an interrupted restore is rejected until it is restored', async () => {
  const { pool } = await testDatabase()
  await pool.query(`create table ${RESTORE_LOCK_TABLE} ()`)
  const refused = assertNotRestoring(pool)
  await expect(refused).rejects.toThrow('restore the backup again')
  await pool.query(`drop table ${RESTORE_LOCK_TABLE}`)
  await expect(assertNotRestoring(pool)).resolves.toBeUndefined()
})
