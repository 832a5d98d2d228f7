import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { expect, it } from 'vitest'
import { DomainError } from '#src/core/domain-error.ts'
import type { Db } from '#src/db/database.server.ts'
import { authenticateAdmin } from './authenticate-admin.server.ts'
import { hashPassword, setPasswordCost, verifyPassword } from './password-hash.server.ts'

const zip = promisify(gzip)

it('checks nine passwords of a flood, refuses the others as unavailable, and takes known browsers first', async () => {
  setPasswordCost({ N: 2 ** 14, r: 8, p: 1 })
  const hash = await hashPassword('right')
  const done: string[] = []
  const checking = (who: 'knownDevice' | 'unknownDevice', nth: number) =>
    verifyPassword('wrong', hash, who).then(
      () => done.push(`${who} ${nth}`),
      (error: unknown) => error,
    )
  const flood = Array.from({ length: 30 }, (_, nth) => checking('unknownDevice', nth))
  const known = checking('knownDevice', 0)
  // Three threads are never used for passwords.
  const packed = await Promise.race([zip('a page'), known])
  expect(packed).toBeInstanceOf(Buffer)
  expect(done).toEqual([])
  const answers = await Promise.all([...flood, known])
  const refused = answers.filter((answer) => answer instanceof DomainError)
  expect(refused).toHaveLength(21)
  expect(refused[0]).toMatchObject({ code: 'unavailable', details: { retryAfterSeconds: 5 } })
  expect(done).toHaveLength(10)
  expect(done.indexOf('known 0')).toBeLessThan(2)
  expect(await verifyPassword('right', hash)).toBe(true)
}, 90_000)

it('refuses a password that nothing will check in time without asking the database', async () => {
  setPasswordCost({ N: 2 ** 14, r: 8, p: 1 })
  const noDatabase = {} as Db
  const credentials = { email: 'asha@golconda.example', password: 'wrong', address: '203.0.113.7' }
  const checking = Array.from({ length: 9 }, () => verifyPassword('wrong', null))
  await expect(authenticateAdmin(noDatabase, credentials)).rejects.toMatchObject({ code: 'unavailable' })
  await expect(authenticateAdmin(noDatabase, { ...credentials, device: 'known' })).rejects.toBeInstanceOf(TypeError)
  await Promise.all(checking)
})
