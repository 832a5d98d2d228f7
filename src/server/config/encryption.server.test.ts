import { afterEach, describe, expect, it } from 'vitest'
import { configureProcess } from '#src/server/config/process-settings.server.ts'
import { decryptText, encryptText, hmacFingerprint } from './encryption.server.ts'

const row = { purpose: 'messages', of: 'row 1' }
const SECRET = 'a secret of the tests of keys'

describe('an encrypted text', () => {
  afterEach(() => configureProcess({ masterSecret: 'a secret for tests' }))

  it('opens with the same secret, purpose and row only', () => {
    configureProcess({ masterSecret: SECRET })
    const sealed = encryptText('123456 is your code, నమస్తే', row)
    expect(sealed).not.toContain('123456')
    expect(decryptText(sealed, row)).toBe('123456 is your code, నమస్తే')
    expect(decryptText(sealed, { ...row, of: 'row 2' })).toBeUndefined()
    expect(decryptText(sealed, { ...row, purpose: 'others' })).toBeUndefined()
    configureProcess({ masterSecret: 'another secret' })
    expect(decryptText(sealed, row)).toBeUndefined()
  })

  it('differs every time, unlike a fingerprint', () => {
    configureProcess({ masterSecret: SECRET })
    expect(encryptText('same', row)).not.toBe(encryptText('same', row))
    expect(hmacFingerprint('asha@example.com', 'promotions')).toBe(hmacFingerprint('asha@example.com', 'promotions'))
    expect(hmacFingerprint('asha@example.com', 'promotions')).not.toBe(hmacFingerprint('asha@example.com', 'other'))
  })
})
