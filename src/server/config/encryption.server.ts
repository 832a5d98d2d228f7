import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { processSettings } from './process-settings.server.ts'

let keys = { secret: '', derived: new Map<string, Buffer>() }

function keyFor(purpose: string): Buffer {
  const secret = processSettings().masterSecret?.()
  if (!secret) throw new Error('This process has no master secret')
  if (keys.secret !== secret) keys = { secret, derived: new Map() }
  const key = keys.derived.get(purpose) ?? Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
  keys.derived.set(purpose, key)
  return key
}

const CIPHER = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16

/** The purpose selects the key; `of` binds the text to its row. */
type EncryptionContext = { purpose: string; of: string }

export function encryptText(text: string, { purpose, of }: EncryptionContext): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(CIPHER, keyFor(purpose), iv).setAAD(Buffer.from(of))
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString('base64url')
}

/** Decrypts a text; undefined if SESSION_SECRET changed or the text belongs to another row. */
export function decryptText(encrypted: string, { purpose, of }: EncryptionContext): string | undefined {
  const bytes = Buffer.from(encrypted, 'base64url')
  const [iv, tag] = [bytes.subarray(0, IV_BYTES), bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES)]
  const decipher = createDecipheriv(CIPHER, keyFor(purpose), iv, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(of))
    .setAuthTag(tag)
  const text = decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8')
  try {
    return text + decipher.final('utf8')
  } catch {
    return undefined
  }
}

/** A keyed hash that cannot be computed without the shop's secret. */
export function hmacFingerprint(value: string, purpose: string): string {
  return createHmac('sha256', keyFor(purpose)).update(value).digest('base64url')
}

/** As payment gateways and Meta sign webhooks. */
export const hmacHex = (text: string, secret: string): string => createHmac('sha256', secret).update(text).digest('hex')

/** Compares in constant time, whatever the lengths. */
export const isSameSecret = (given: string, wanted: string): boolean => timingSafeEqual(digest(given), digest(wanted))

const digest = (text: string) => createHash('sha256').update(text).digest()
