import { z } from 'zod'
import { DomainError } from '#src/core/domain-error.ts'
import type { DeliveryReport } from '#src/features/notifications/outbox/delivery-reports.server.ts'
import { hmacHex, isSameSecret } from '#src/server/config/encryption.server.ts'
import { parsedOrUndefined } from '#src/server/http/request-checks.server.ts'
import { describeError, isNoAddress } from './whatsapp.server.ts'

type SignedBody = { body: string; signature: string | undefined }

/** Meta signs the raw body with the secret of the app. https://developers.facebook.com/docs/graph-api/webhooks/getting-started */
export function verifyWhatsAppSignature(secret: string | undefined, { body, signature }: SignedBody): void {
  const isGenuine = secret && isSameSecret(signature ?? '', `sha256=${hmacHex(body, secret)}`)
  if (!isGenuine) throw new DomainError('not-signed-in', 'The signature is not valid.')
}

const StatusError = z.object({
  code: z.number(),
  title: z.string().optional(),
  message: z.string().optional(),
  error_data: z.object({ details: z.string().optional() }).optional(),
})

const Status = z.object({
  id: z.string().min(1).max(200),
  status: z.string(),
  timestamp: z.string().regex(/^\d{9,11}$/),
  errors: z.array(StatusError).optional(),
})

/** Changes that are no statuses, such as messages of customers, are skipped. */
const Notification = z.object({
  object: z.literal('whatsapp_business_account'),
  entry: z.array(
    z.object({ changes: z.array(z.object({ value: z.object({ statuses: z.array(z.unknown()).default([]) }) })) }),
  ),
})

/** Reads the statuses of a `messages` webhook; throws `invalid` for anything else. */
export function readWhatsAppStatuses(body: string): DeliveryReport[] {
  const notification = Notification.safeParse(parsedOrUndefined(body))
  if (!notification.success) throw new DomainError('invalid', 'This is not a notification of WhatsApp.')
  const changes = notification.data.entry.flatMap((entry) => entry.changes)
  return changes.flatMap(({ value }) => value.statuses).flatMap(toReport)
}

function toReport(given: unknown): DeliveryReport[] {
  const { data } = Status.safeParse(given)
  if (!data) return []
  const report = { providerId: data.id, at: new Date(Number(data.timestamp) * 1000) }
  switch (data.status) {
    case 'sent':
    case 'delivered':
    case 'read':
      return [{ ...report, status: data.status }]
    case 'failed':
      return [{ ...report, status: 'failed', ...toFailure(data.errors?.[0]) }]
    default:
      return []
  }
}

function toFailure(error: z.infer<typeof StatusError> | undefined) {
  const words = error?.error_data?.details || error?.message || error?.title
  return { error: describeError({ code: error?.code, words }), isAddress: isNoAddress(error?.code) }
}
