import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { readEnv } from './env.server.ts'
import { loadSessionSecret } from './session-secret.server.ts'

/** On globalThis because the development server loads modules anew on every edit, and the shop opens only once. */
const shared = globalThis as typeof globalThis & { shopKeys?: { secret: string; derived: Map<string, Buffer> } }

/** The secret from which every key is derived. A command that opens no shop need not call this: it has the same settings. */
export function setMasterSecret(secret: string): void {
  shared.shopKeys = { secret, derived: new Map() }
}

/** A key of 32 bytes for one purpose alone, so that none of them can stand in for another. */
function keyFor(purpose: string): Buffer {
  if (!shared.shopKeys) setMasterSecret(loadSessionSecret(readEnv(process.env)))
  const { secret, derived } = shared.shopKeys as NonNullable<typeof shared.shopKeys>
  const known = derived.get(purpose)
  if (known) return known
  const key = Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
  derived.set(purpose, key)
  return key
}

const CIPHER = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16

/** What is encrypted with which key, and to which row it belongs: moved to another row it does not open. */
type Seal = { purpose: string; of: string }

/** Encrypts a text, so that whoever reads the database or a backup alone cannot read it. */
export function encryptText(text: string, { purpose, of }: Seal): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(CIPHER, keyFor(purpose), iv).setAAD(Buffer.from(of))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** The text again; undefined when SESSION_SECRET was changed since, or the row is another. */
export function decryptText(sealed: string, { purpose, of }: Seal): string | undefined {
  const bytes = Buffer.from(sealed, 'base64url')
  const [iv, tag] = [bytes.subarray(0, IV_BYTES), bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES)]
  const decipher = createDecipheriv(CIPHER, keyFor(purpose), iv, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(of))
    .setAuthTag(tag)
  const text = decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8')
  try {
    return text + decipher.final('utf8')
  } catch {
    // What the cipher says when the key or the row is another; there is no other reason.
    return undefined
  }
}

/** A fingerprint that nobody can compute, or try out, without the shop's secret. */
export function hmacFingerprint(value: string, purpose: string): string {
  return createHmac('sha256', keyFor(purpose)).update(value).digest('base64url')
}
