import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const CIPHER = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16

/** `secret` is SESSION_SECRET; the user id binds the value to its row. */
type Lock = { secret: string; userId: string }

/** Encrypts an authenticator key, so the database alone cannot make codes. */
export function encryptTotpSecret(text: string, lock: Lock): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(CIPHER, keyOf(lock), iv).setAAD(Buffer.from(lock.userId))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** Decrypts an authenticator key. Throws when SESSION_SECRET or the row's user has changed. */
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
