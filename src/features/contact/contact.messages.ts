import { formatDayAndTime } from '#src/core/dates.ts'
import { REPLY_WITHIN_HOURS } from '#src/core/shop-contact.ts'
import { SHOP_NAME } from '#src/core/shop-policy.ts'

/** Nothing of what was typed goes back out: the address may be a stranger's, and we would carry the text there. */
export function ticketReceivedMail(ticket: string) {
  return {
    subject: `${ticket}: we have your message`,
    text: `Thank you for writing to ${SHOP_NAME}.\n\nYour message has the number ${ticket}. We will get back to you within ${REPLY_WITHIN_HOURS} hours.\n\nIf you did not write to us, somebody gave us your address by mistake, and you need not do anything.`,
  }
}

type WrittenTicket = {
  name: string
  email: string
  phone: string | null
  subject: string
  message: string
  replyDueAt: Date
}

/** To the maker: that somebody waits, and for what. */
export function ticketAdminMail(ticket: string, { name, email, phone, ...row }: WrittenTicket) {
  const from = [name, email, phone].filter(Boolean).join(', ')
  return {
    subject: `${ticket}: ${row.subject}`,
    text: `From ${from}\nReply promised by ${formatDayAndTime(row.replyDueAt.toISOString())}\n\n${row.message}`,
  }
}

/** The maker's answer in the maker's words. The typed subject stays here: nobody has confirmed the address. */
export function ticketReplyMail(ticket: string, reply: string) {
  return {
    subject: `${SHOP_NAME}: our answer to your message ${ticket}`,
    text: `${reply}\n\n${SHOP_NAME}\n\nYour message to us has the number ${ticket}. Please name it if you write to us again about this.`,
  }
}
