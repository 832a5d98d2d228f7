import type { Transporter } from 'nodemailer'
import type { EmailMessage } from '#src/features/notifications/outbox/outbox.server.ts'

const TIMEOUT = 5000

type Mailer = { url: string; from: string; isEncrypted: boolean }

/**
 * Sends e-mail through the mail server at `url`, as plain text. `isEncrypted` refuses a server that offers no TLS, with
 * smtps:// from the start and with smtp:// by STARTTLS.
 */
export function createSmtpSender({ url, from, isEncrypted }: Mailer) {
  let transport: Promise<Transporter> | undefined
  return async ({ id, to, subject, text }: EmailMessage & { id: string }): Promise<void> => {
    // The same id at every try, so that a mail server or a reader can tell a repetition.
    transport ??= transportTo({ url, isEncrypted }).catch((error) => {
      transport = undefined
      throw error
    })
    await (await transport).sendMail({ from, to, subject, text, messageId: `<${id}@${mailDomain(from)}>` })
  }
}

/** The library is loaded by the first mail: a shop that starts has none to send. */
async function transportTo({ url, isEncrypted }: Omit<Mailer, 'from'>): Promise<Transporter> {
  const { default: nodemailer } = await import('nodemailer')
  return nodemailer.createTransport({
    url,
    requireTLS: isEncrypted,
    connectionTimeout: TIMEOUT,
    greetingTimeout: TIMEOUT,
    socketTimeout: TIMEOUT,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

function mailDomain(from: string): string {
  return from.match(/@([a-z0-9.-]+)/i)?.[1] ?? 'localhost'
}
