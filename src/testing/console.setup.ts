import { afterEach, beforeEach, expect, vi } from 'vitest'
import { setPasswordCost } from '#src/features/auth/admin-sign-in/password-hash.server.ts'
import { configureProcess } from '#src/server/config/process-settings.server.ts'
import { takeExpectedError } from './expected-errors.ts'

configureProcess({ masterSecret: () => 'a secret for tests' })
// Only the tests of the hash itself pay its real cost.
setPasswordCost({ N: 2 ** 4, r: 8, p: 1 })

/** An error on the console fails the test unless the test expects it. */
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

afterEach(() => {
  const logged = vi.mocked(console.error).mock.calls
  vi.mocked(console.error).mockRestore()
  if (takeExpectedError()) expect(logged, 'this test expects an error on the console').not.toEqual([])
  else expect(logged, 'nothing may be written to console.error').toEqual([])
})
