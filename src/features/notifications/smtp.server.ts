import nodemailer from 'nodemailer'
import type { Email } from './notifications.server.ts'

const TIMEOUT = 5000

/** Sends e-mail through the mail server at `url`, as plain text. */
export function smtpDelivery({ url, from }: { url: string; from: string }) {
  const transport = nodemailer.createTransport({
    url,
    connectionTimeout: TIMEOUT,
    greetingTimeout: TIMEOUT,
    socketTimeout: TIMEOUT,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return async ({ id, to, subject, text }: Email & { id: string }): Promise<void> => {
    // The same id at every try, so that a mail server or a reader can tell a repetition.
    await transport.sendMail({ from, to, subject, text, messageId: `<${id}@${mailDomain(from)}>` })
  }
}

function mailDomain(from: string): string {
  return from.match(/@([a-z0-9.-]+)/i)?.[1] ?? 'localhost'
}
