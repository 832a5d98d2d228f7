import type { MailBody } from '#src/features/notifications/mail/mail.ts'
import { SECRET_SUBJECT } from '#src/features/notifications/notifications.contract.ts'
import { decryptText, encryptText } from '#src/server/config/encryption.server.ts'

const PURPOSE = 'secrets of messages'
const HIDDEN = '••••••'

type MessageContent = {
  subject: string
  text: string
  body?: MailBody | null
  smsValues?: Record<string, string> | null
}

/** The stored row: a sensitive message is encrypted whole, others show their text without the secret parts. */
export function encryptedColumns<Row extends MessageContent & { isSensitive?: boolean }>(
  row: Row,
  { secrets, of }: { secrets: string[]; of: string },
): Row & { encryptedText?: string } {
  if (!row.isSensitive && secrets.length === 0) return row
  const { subject, text, body = null, smsValues = null } = row
  const content = JSON.stringify({ subject, text, body, smsValues } satisfies MessageContent)
  const encryptedText = encryptText(content, { purpose: PURPOSE, of })
  if (row.isSensitive) return { ...row, subject: SECRET_SUBJECT, text: '', body: null, encryptedText }
  const redact = (text: string) => secrets.reduce((result, secret) => result.replaceAll(secret, HIDDEN), text)
  const values =
    smsValues && Object.fromEntries(Object.entries(smsValues).map(([name, value]) => [name, redact(value)]))
  const readable = { subject: redact(subject), text: redact(text), ...(values && { smsValues: values }) }
  return { ...row, ...readable, body: null, encryptedText }
}

/** The text with its secrets; undefined when SESSION_SECRET has changed since. */
export function decryptMessage({
  encryptedText,
  idempotencyKey,
  ...row
}: MessageContent & { encryptedText: string | null; idempotencyKey: string }): MessageContent | undefined {
  if (encryptedText === null) return row
  const text = decryptText(encryptedText, { purpose: PURPOSE, of: idempotencyKey })
  return text === undefined ? undefined : JSON.parse(text)
}
