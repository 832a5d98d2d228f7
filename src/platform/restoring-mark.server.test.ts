import { expect, it } from 'vitest'
import { RESTORING_MARK, refuseHalfRestored } from './restoring-mark.server.ts'
import { testDatabase } from './testing/test-database.ts'

it('a database in which a restore was cut off is refused, until it is restored', async () => {
  const { pool } = await testDatabase()
  await pool.query(`create table ${RESTORING_MARK} ()`)
  const refused = refuseHalfRestored(pool)
  await expect(refused).rejects.toThrow('restore the backup again')
  await pool.query(`drop table ${RESTORING_MARK}`)
  await expect(refuseHalfRestored(pool)).resolves.toBeUndefined()
})
