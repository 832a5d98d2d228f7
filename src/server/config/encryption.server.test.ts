import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { loadSessionSecret } from '#src/server/config/env.server.ts'
import { configureProcess } from '#src/server/config/process-settings.server.ts'
import { temporaryFolder } from '#src/testing/resources.ts'
import { decryptText, encryptText, hmacFingerprint } from './encryption.server.ts'

const row = { purpose: 'messages', of: 'row 1' }
const SECRET = 'a secret of the tests of keys'

describe('an encrypted text', () => {
  afterEach(() => configureProcess({ masterSecret: () => 'a secret for tests' }))

  it('opens with the same secret, purpose and row only', () => {
    configureProcess({ masterSecret: () => SECRET })
    const sealed = encryptText('123456 is your code, నమస్తే', row)
    expect(sealed).not.toContain('123456')
    expect(decryptText(sealed, row)).toBe('123456 is your code, నమస్తే')
    expect(decryptText(sealed, { ...row, of: 'row 2' })).toBeUndefined()
    expect(decryptText(sealed, { ...row, purpose: 'others' })).toBeUndefined()
    configureProcess({ masterSecret: () => 'another secret' })
    expect(decryptText(sealed, row)).toBeUndefined()
  })

  it('differs every time, unlike a fingerprint', () => {
    configureProcess({ masterSecret: () => SECRET })
    expect(encryptText('same', row)).not.toBe(encryptText('same', row))
    expect(hmacFingerprint('asha@example.com', 'promotions')).toBe(hmacFingerprint('asha@example.com', 'promotions'))
    expect(hmacFingerprint('asha@example.com', 'promotions')).not.toBe(hmacFingerprint('asha@example.com', 'other'))
  })
})

it('creates a secret once and keeps it private', () => {
  const DATA_DIR = path.join(temporaryFolder(), 'not/there/yet')
  const secret = loadSessionSecret({ DATA_DIR, SESSION_SECRET: undefined })
  expect(secret).toMatch(/^[\w-]{43}$/)
  expect(loadSessionSecret({ DATA_DIR, SESSION_SECRET: undefined })).toBe(secret)
  const file = path.join(DATA_DIR, 'session-secret')
  expect(readFileSync(file, 'utf8')).toBe(secret)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(statSync(DATA_DIR).mode & 0o777).toBe(0o700)
})

it('creates a different secret for every shop', () => {
  const secrets = [1, 2].map(() => loadSessionSecret({ DATA_DIR: temporaryFolder(), SESSION_SECRET: undefined }))
  expect(secrets[0]).not.toBe(secrets[1])
})

it('uses the secret that is set and writes nothing', () => {
  const DATA_DIR = path.join(temporaryFolder(), 'untouched')
  expect(loadSessionSecret({ DATA_DIR, SESSION_SECRET: 'given by the operator, long enough' })).toBe(
    'given by the operator, long enough',
  )
  expect(() => statSync(DATA_DIR)).toThrow('ENOENT')
})
