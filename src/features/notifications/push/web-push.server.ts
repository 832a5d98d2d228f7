import { createCipheriv, createECDH, type ECDH, hkdfSync, randomBytes, sign } from 'node:crypto'
import type { PushKeys } from './push-keys.server.ts'

/** The keys of a browser's subscription, in base64url: a public key (65 bytes) and a secret (16 bytes). */
export type DeviceKeys = { p256dh: string; auth: string }

const RECORD_BYTES = 4096

type Ephemeral = { ecdh: ECDH; salt: Buffer }

function newEphemeral(): Ephemeral {
  const ecdh = createECDH('prime256v1')
  ecdh.generateKeys()
  return { ecdh, salt: randomBytes(16) }
}

/** Encrypts one record for a device: RFC 8291 with the content coding aes128gcm of RFC 8188. */
export function encryptPush(text: string, device: DeviceKeys, { ecdh, salt } = newEphemeral()): Buffer {
  const [theirs, ours] = [Buffer.from(device.p256dh, 'base64url'), ecdh.getPublicKey()]
  const derive = (of: Buffer, { by, info, bytes }: { by: Buffer; info: Buffer; bytes: number }) =>
    Buffer.from(hkdfSync('sha256', of, by, info, bytes))
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), theirs, ours])
  const secret = derive(ecdh.computeSecret(theirs), { by: Buffer.from(device.auth, 'base64url'), info, bytes: 32 })
  const part = (name: string, bytes: number) =>
    derive(secret, { by: salt, info: Buffer.from(`Content-Encoding: ${name}\0`), bytes })
  const cipher = createCipheriv('aes-128-gcm', part('aes128gcm', 16), part('nonce', 12))
  const size = Buffer.alloc(4)
  size.writeUInt32BE(RECORD_BYTES)
  const encrypted = [cipher.update(text, 'utf8'), cipher.update(Buffer.of(2)), cipher.final(), cipher.getAuthTag()]
  return Buffer.concat([salt, size, Buffer.of(ours.length), ours, ...encrypted])
}

const HOURS_VALID = 12

/** Creates the authorization for a push service (VAPID, RFC 8292). `contact` is a mailto: or https: URL. */
export function authorizePush(
  keys: PushKeys,
  { endpoint, contact, now }: { endpoint: URL; contact: string; now: Date },
): string {
  const expires = Math.floor(now.getTime() / 1000) + HOURS_VALID * 3600
  const parts = [
    { typ: 'JWT', alg: 'ES256' },
    { aud: endpoint.origin, exp: expires, sub: contact },
  ]
  const claims = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
  const signature = sign('sha256', Buffer.from(claims), { key: keys.privateKey, dsaEncoding: 'ieee-p1363' })
  return `vapid t=${claims}.${signature.toString('base64url')}, k=${keys.publicKey}`
}
