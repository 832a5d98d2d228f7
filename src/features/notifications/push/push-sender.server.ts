import { createHash } from 'node:crypto'
import http from 'node:http'
import https from 'node:https'
import type { Db } from '#src/db/database.server.ts'
import { DeviceGone, type PushMessage, Undeliverable } from '#src/features/notifications/outbox/outbox.server.ts'
import { isPushEndpoint, resolvePublicly } from './push-endpoint.server.ts'
import { loadPushKeys } from './push-keys.server.ts'
import { authorizePush, type DeviceKeys, encryptPush } from './web-push.server.ts'

export type PushDevice = DeviceKeys & { endpoint: string; publicKey: string }

export type PushDevices = {
  find: (id: string) => Promise<PushDevice | undefined>
  remove: (id: string) => Promise<void>
  recordSuccess: (id: string) => Promise<void>
}

type PushSender = {
  db: Db
  devices: PushDevices
  contact: string
  allowsAnyAddress: boolean
}

const TIMEOUT_MS = 10_000
const MAX_TEXT = 300

/**
 * Sends to the push service of a device (RFC 8030). Throws `DeviceGone` when the device has unsubscribed,
 * `Undeliverable` when the service refuses, and what the outbox retries otherwise.
 */
export function createPushSender({ db, devices, contact, allowsAnyAddress }: PushSender) {
  return async ({ title, text, push }: PushMessage): Promise<void> => {
    const device = await devices.find(push.device)
    if (!device) throw new DeviceGone('This device was removed.')
    const keys = await loadPushKeys(db)
    const isOfOldKeys = device.publicKey !== keys.publicKey
    const status = isOfOldKeys ? GONE : await send(device)
    if (status === GONE || status === 404) {
      await devices.remove(push.device)
      throw new DeviceGone('This device takes no notifications any more.')
    }
    if (status < 300) return devices.recordSuccess(push.device)
    const answer = `The push service answered ${status}.`
    throw status === 429 || status >= 500 ? new Error(answer) : new Undeliverable(answer)

    async function send({ endpoint, ...of }: PushDevice): Promise<number> {
      if (!(allowsAnyAddress || isPushEndpoint(endpoint))) throw new Undeliverable('This is no push service.')
      const { path, tag, count = 1 } = push
      const content = { title, text: text.slice(0, MAX_TEXT), path, tag, count }
      const url = new URL(endpoint)
      const headers = {
        authorization: authorizePush(keys, { endpoint: url, contact, now: new Date() }),
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        ttl: String(push.ttlSeconds),
        topic: topicOf(tag),
        urgency: push.isUrgent ? 'high' : 'normal',
      }
      return post(url, { headers, body: encryptPush(JSON.stringify(content), of), isAnywhere: allowsAnyAddress })
    }
  }
}

const GONE = 410
const topicOf = (tag: string) => createHash('sha256').update(tag).digest('base64url').slice(0, 32)

type Post = { headers: Record<string, string>; body: Buffer; isAnywhere: boolean }

/** Returns the status. Not fetch, which cannot check where a name leads; redirects are not followed. */
function post(url: URL, { headers, body, isAnywhere }: Post): Promise<number> {
  const client = url.protocol === 'http:' ? http : https
  const where = isAnywhere ? {} : { lookup: resolvePublicly }
  return new Promise((done, fail) => {
    const request = client.request(
      url,
      {
        method: 'POST',
        headers: { ...headers, 'content-length': body.length },
        signal: AbortSignal.timeout(TIMEOUT_MS),
        ...where,
      },
      (response) => {
        response.resume()
        done(response.statusCode ?? 0)
      },
    )
    request.on('error', fail)
    request.end(body)
  })
}
