import { createHmac } from 'node:crypto'
import { DomainError } from '#src/core/domain-error.ts'
import { isSameSecret } from '#src/server/config/encryption.server.ts'

const TOLERANCE_SECONDS = 300

export function signWebhook(
  secret: string,
  message: { id: string; body: string; sentAt: Date },
): Record<string, string> {
  const timestamp = String(Math.floor(message.sentAt.getTime() / 1000))
  return {
    'content-type': 'application/json',
    'webhook-id': message.id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${mac(secret, `${message.id}.${timestamp}.${message.body}`)}`,
  }
}

export type ReceivedWebhook = { secret: string; headers: Headers; body: string; now: Date }

export function verifyWebhook({ secret, headers, body, now }: ReceivedWebhook): string {
  const id = headers.get('webhook-id') ?? ''
  const timestamp = headers.get('webhook-timestamp') ?? ''
  const expected = `v1,${mac(secret, `${id}.${timestamp}.${body}`)}`
  const isGenuine = isSameSecret(headers.get('webhook-signature') ?? '', expected)
  const age = Math.abs(now.getTime() / 1000 - Number(timestamp))
  if (id === '' || !isGenuine || !(age <= TOLERANCE_SECONDS))
    throw new DomainError('not-signed-in', 'Invalid signature')
  return id
}

function mac(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('base64')
}
