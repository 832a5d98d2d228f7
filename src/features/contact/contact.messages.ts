import { formatDayAndTime } from '#src/core/dates.ts'
import { REPLY_WITHIN_HOURS } from '#src/core/shop-contact.ts'
import { SHOP_NAME } from '#src/core/shop-policy.ts'
import { button, composeMail, facts, quote } from '#src/features/notifications/mail/mail.ts'

/** Repeats nothing that was typed: the address is unconfirmed, and we would relay the text to a stranger. */
export function ticketReceivedMail(ticket: string) {
  return composeMail('ticket-received', `${SHOP_NAME}: we have your message ${ticket}`, [
    `Thank you for writing to ${SHOP_NAME}.`,
    `Your message has the number ${ticket}. We will get back to you within ${REPLY_WITHIN_HOURS} hours. To add something, just reply to this e-mail.`,
    'If you did not write to us, someone gave us your address by mistake. You can ignore this e-mail.',
  ])
}

type WrittenTicket = {
  name: string
  email: string
  phone: string | null
  subject: string
  message: string
  replyDueAt: Date
  link: string
}

export function ticketAdminMail(ticket: string, { name, email, phone, ...row }: WrittenTicket) {
  return composeMail('ticket-admin', `${ticket}: ${row.subject}`, [
    facts([
      ['From', [name, email, phone].filter(Boolean).join(', ')],
      ['Reply promised by', formatDayAndTime(row.replyDueAt.toISOString())],
    ]),
    quote(row.message),
    button('Open it', row.link),
  ])
}

/** Leaves out the typed subject: the address is unconfirmed. `about` says what a report is about. */
export function ticketReplyMail(ticket: string, reply: string, about?: string) {
  return composeMail('ticket-reply', `${SHOP_NAME}: our reply to your ${about ? 'report' : 'message'} ${ticket}`, [
    reply,
    SHOP_NAME,
    `To answer, just reply to this e-mail. Your ${about ? `report of ${about}` : 'message to us'} has the number ${ticket}.`,
  ])
}
