import { composeMail, type Mail, toPlainText } from '#src/features/notifications/mail/mail.ts'

/** An e-mail of any kind that says this. */
export const createMail = (subject: string, text: string): Mail => composeMail('ticket-reply', subject, [text])

/** As a mail program without HTML shows it. */
export const asText = ({ subject, body }: Mail) => ({ subject, text: toPlainText(body) })
