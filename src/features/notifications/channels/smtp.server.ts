import type { Transporter } from 'nodemailer'
import type { renderMailHtml } from '#src/features/notifications/mail/mail-html.server.tsx'
import { SEND_SLOTS } from '#src/features/notifications/outbox/deliver-outbox.server.ts'
import {
  ChannelUnavailable,
  type EmailMessage,
  NoSuchAddress,
} from '#src/features/notifications/outbox/outbox.server.ts'

const TIMEOUT = 5000
/** For one e-mail in all, because a slow server can stay within each timeout. */
const SEND_TIMEOUT = 20_000
/** Shorter than the others, or an idle connection would end with an error. */
const IDLE_TIMEOUT = 4000

type Mailer = { url: string; from: string; isEncrypted: boolean }

/** Creates a sender of e-mail. `isEncrypted` requires TLS, by smtps:// or by STARTTLS. */
export function createSmtpSender({ url, from, isEncrypted }: Mailer) {
  let transport: Promise<Transporter> | undefined
  return async ({ id, to, subject, text, body, unsubscribeUrl }: EmailMessage & { id: string }): Promise<void> => {
    // The same id on every attempt, so that mail servers can drop duplicates.
    transport ??= transportTo({ url, isEncrypted }).catch((error) => {
      transport = undefined
      throw error
    })
    const html = body ? await renderHtml({ subject, body }) : undefined
    const messageId = `<${id}@${mailDomain(from)}>`
    const headers = unsubscribeHeaders(unsubscribeUrl)
    const signal = AbortSignal.timeout(SEND_TIMEOUT)
    const mail = { from, to, subject: plainSubject(subject), text, html, messageId, headers, signal }
    await (await transport).sendMail(mail).catch((error) => {
      if (isOfServer(error)) throw new ChannelUnavailable(error.message, { cause: error })
      throw NO_SUCH_ADDRESS.test(error?.response) ? new NoSuchAddress(error.message) : error
    })
  }
}

type SmtpError = { code?: string; command?: string; syscall?: string }
const BEFORE_MAIL = new Set(['EDNS', 'EPROTOCOL', 'ETLS', 'EAUTH'])

/** The connection, the sign-in or the sender is refused. After other errors the server may have taken the mail. */
const isOfServer = ({ code = '', command, syscall = '' }: SmtpError) =>
  BEFORE_MAIL.has(code) ||
  (code === 'ESOCKET' && syscall !== 'read' && syscall !== 'write') ||
  (code === 'EENVELOPE' && command === 'MAIL FROM')

/** Enhanced status codes of a wrong mailbox, host or syntax, and of a host that takes no mail (RFC 3463, RFC 7505). */
const NO_SUCH_ADDRESS = /^55\d[ -]5\.1\.([1236]|10)\b/

/** A customer may not write a subject that mail programs decode (RFC 2047). */
const plainSubject = (subject: string) => subject.replaceAll('=?', '= ?')

/** Mail programs show a button that sends this POST (RFC 8058). */
const unsubscribeHeaders = (url: string | null | undefined) =>
  url ? { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {}

/** The libraries are loaded with the first e-mail, to keep the start fast. */
async function transportTo({ url, isEncrypted }: Omit<Mailer, 'from'>): Promise<Transporter> {
  const { default: nodemailer } = await import('nodemailer')
  return nodemailer.createTransport({
    url,
    pool: true,
    maxConnections: SEND_SLOTS,
    idleTimeout: IDLE_TIMEOUT,
    // On this machine a certificate proves nothing, and mail servers often make their own.
    ...(isEncrypted ? { requireTLS: true } : { tls: { rejectUnauthorized: false } }),
    connectionTimeout: TIMEOUT,
    greetingTimeout: TIMEOUT,
    socketTimeout: TIMEOUT,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

async function renderHtml(mail: Parameters<typeof renderMailHtml>[0]): Promise<string> {
  const { renderMailHtml } = await import('#src/features/notifications/mail/mail-html.server.tsx')
  return renderMailHtml(mail)
}

function mailDomain(from: string): string {
  return from.match(/@([a-z0-9.-]+)/i)?.[1] ?? 'localhost'
}
