import { afterEach, describe, expect, it } from 'vitest'
import { fingerprint, seal, setShopSecret, unseal } from './keys.server.ts'

const row = { purpose: 'messages', of: 'row 1' }
const SECRET = 'a secret of the tests of keys'

describe('a sealed text', () => {
  afterEach(() => setShopSecret('a secret for tests'))

  it('opens with the same secret, purpose and row only', () => {
    setShopSecret(SECRET)
    const sealed = seal('123456 is your code, నమస్తే', row)
    expect(sealed).not.toContain('123456')
    expect(unseal(sealed, row)).toBe('123456 is your code, నమస్తే')
    expect(unseal(sealed, { ...row, of: 'row 2' })).toBeUndefined()
    expect(unseal(sealed, { ...row, purpose: 'others' })).toBeUndefined()
    setShopSecret('another secret')
    expect(unseal(sealed, row)).toBeUndefined()
  })

  it('is another one every time, unlike a fingerprint', () => {
    setShopSecret(SECRET)
    expect(seal('same', row)).not.toBe(seal('same', row))
    expect(fingerprint('asha@example.com', 'promotions')).toBe(fingerprint('asha@example.com', 'promotions'))
    expect(fingerprint('asha@example.com', 'promotions')).not.toBe(fingerprint('asha@example.com', 'other'))
  })
})
