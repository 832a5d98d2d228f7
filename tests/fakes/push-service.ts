import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

type PushService = {
  /** Answers to the pushes, the last one for all that follow. */
  statuses?: readonly number[]
  onEnd?: (end: () => void) => void
}

export type ReceivedPush = {
  device: string
  title: string
  text: string
  path: string
  tag: string
  count: number
  plainText: string
  headers: IncomingMessage['headers']
}

const DAY_SECONDS = 24 * 3600

/**
 * A push service on a port of its own. It refuses with 403 what is not signed by the key that the device subscribed with
 * (RFC 8292), and with 400 what the device cannot decrypt (RFC 8291). `createDevice` is what a browser would subscribe.
 */
export async function startPushService({ statuses = [201], onEnd = onTestFinished }: PushService = {}) {
  const pushes: ReceivedPush[] = []
  const refused: string[] = []
  const answers = [...statuses]
  const devices = new Map<string, ReturnType<typeof newDevice>>()
  const nextAnswer = () => (answers.length > 1 ? answers.shift() : answers[0]) ?? 201
  const server = createServer(async (request, response) => {
    const body = await buffer(request)
    const path = request.url ?? ''
    const device = devices.get(path)
    const end = (status: number, why?: string) => {
      if (why) refused.push(why)
      response.writeHead(status).end()
    }
    if (!device) return end(404, 'no such device')
    const wrong = whatIsWrong(request, origin())
    if (wrong) return end(403, wrong)
    const plainText = decrypt(body, device)
    if (plainText === undefined) return end(400, 'not decrypted')
    const status = nextAnswer()
    if (status < 300) pushes.push({ ...JSON.parse(plainText), plainText, device: path, headers: request.headers })
    end(status, status < 300 ? undefined : String(status))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onEnd(() => server.close())
  const origin = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    pushes,
    refused,
    origin: origin(),
    createDevice: () => {
      const device = newDevice()
      const path = `/push/${randomBytes(12).toString('base64url')}`
      devices.set(path, device)
      const [p256dh, auth] = [device.ecdh.getPublicKey('base64url'), device.auth.toString('base64url')]
      return { path, subscription: { endpoint: `${origin()}${path}`, keys: { p256dh, auth } } }
    },
    unsubscribe: (path: string) => devices.delete(path),
  }
}

function newDevice() {
  const ecdh = createECDH('prime256v1')
  ecdh.generateKeys()
  return { ecdh, auth: randomBytes(16) }
}

/** Checks the signature (ES256), the audience, the end and the contact of a VAPID token. */
function whatIsWrong({ headers }: IncomingMessage, origin: string): string | undefined {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(headers.authorization ?? '') ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  if (point.length !== 65 || point[0] !== 4) return 'no key'
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
  const given = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const
  if (!verify('sha256', Buffer.from(`${head}.${claims}`), given, Buffer.from(signature, 'base64url')))
    return 'wrong signature'
  const { alg } = readJson(head)
  const { aud, exp, sub } = readJson(claims)
  const left = Number(exp) - Date.now() / 1000
  if (alg !== 'ES256' || aud !== origin || !(left > 0 && left <= DAY_SECONDS)) return 'wrong claims'
  if (!/^(mailto:.+@.+|https:\/\/.+)$/.test(String(sub))) return 'no contact'
  if (headers['content-encoding'] !== 'aes128gcm' || !/^\d+$/.test(headers.ttl as string)) return 'wrong headers'
  return /^[\w-]{1,32}$/.test(headers.topic as string) ? undefined : 'wrong topic'
}

const readJson = (part: string): Record<string, unknown> => JSON.parse(Buffer.from(part, 'base64url').toString())

/** Reads one record of aes128gcm as a browser does; undefined if it was encrypted for another device. */
function decrypt(body: Buffer, { ecdh, auth }: ReturnType<typeof newDevice>): string | undefined {
  const [salt, theirs] = [body.subarray(0, 16), body.subarray(21, 21 + body.readUInt8(20))]
  const record = body.subarray(21 + theirs.length)
  const hkdf = (ikm: Buffer, { by, info, length }: { by: Buffer; info: Buffer; length: number }) =>
    Buffer.from(hkdfSync('sha256', ikm, by, info, length))
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), theirs])
  const ikm = hkdf(ecdh.computeSecret(theirs), { by: auth, info, length: 32 })
  const key = hkdf(ikm, { by: salt, info: Buffer.from('Content-Encoding: aes128gcm\0'), length: 16 })
  const nonce = hkdf(ikm, { by: salt, info: Buffer.from('Content-Encoding: nonce\0'), length: 12 })
  const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(record.subarray(-16))
  try {
    const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
    return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8')
  } catch {
    return undefined
  }
}
