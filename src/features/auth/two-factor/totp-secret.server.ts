import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const CIPHER = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16

/** Who may open it, and with what: the shop's secret, which is not in the database, and the person whose row it is. */
type Lock = { secret: string; userId: string }

/** Encrypts a person's authenticator key, so that the database alone is not enough to make codes. */
export function encryptTotpSecret(text: string, lock: Lock): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(CIPHER, keyOf(lock), iv).setAAD(Buffer.from(lock.userId))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** Throws when the shop's secret was changed since, or the row was given to somebody else. */
export function decryptTotpSecret(sealed: string, lock: Lock): string {
  const bytes = Buffer.from(sealed, 'base64url')
  const [iv, tag] = [bytes.subarray(0, IV_BYTES), bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES)]
  const decipher = createDecipheriv(CIPHER, keyOf(lock), iv, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(lock.userId))
    .setAuthTag(tag)
  return decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
}

function keyOf({ secret }: Lock): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'second factor of the admin', 32))
}
