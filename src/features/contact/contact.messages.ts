import { formatDayAndTime } from '#src/core/dates.ts'
import { REPLY_WITHIN_HOURS } from '#src/core/shop-contact.ts'
import { SHOP_NAME } from '#src/core/shop-policy.ts'

/** Repeats nothing that was typed: the address is unconfirmed, and we would relay the text to a stranger. */
export function ticketReceivedMail(ticket: string) {
  return {
    subject: `${SHOP_NAME}: we have your message ${ticket}`,
    text: `Thank you for writing to ${SHOP_NAME}.\n\nYour message has the number ${ticket}. We will get back to you within ${REPLY_WITHIN_HOURS} hours.\n\nIf you did not write to us, someone gave us your address by mistake. You can ignore this e-mail.`,
  }
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
  const from = [name, email, phone].filter(Boolean).join(', ')
  return {
    subject: `${ticket}: ${row.subject}`,
    text: `From ${from}\nReply promised by ${formatDayAndTime(row.replyDueAt.toISOString())}\n\n${row.message}\n\nOpen it: ${row.link}`,
  }
}

/** Leaves out the typed subject: the address is unconfirmed. */
export function ticketReplyMail(ticket: string, reply: string) {
  return {
    subject: `${SHOP_NAME}: our reply to your message ${ticket}`,
    text: `${reply}\n\n${SHOP_NAME}\n\nYour message to us has the number ${ticket}. Please mention it if you write to us again about this.`,
  }
}
