import { describe, expect, it } from 'vitest'
import { asText } from '#tests/factories/mail.ts'
import { ticketAdminMail, ticketReceivedMail, ticketReplyMail } from './contact.messages.ts'

const NAME = 'Srinivasa Venkata Lakshmi Narasimha Satyanarayana '.repeat(3).slice(0, 100).trim()

describe('the mail about a message to the studio', () => {
  it('gives the sender the number, and none of the typed text', () => {
    expect(asText(ticketReceivedMail('SC-1042'))).toMatchInlineSnapshot(`
      {
        "subject": "Golconda Cacao: we have your message SC-1042",
        "text": "Thank you for writing to Golconda Cacao.

      Your message has the number SC-1042. We will get back to you within 24 hours. To add something, just reply to this e-mail.

      If you did not write to us, someone gave us your address by mistake. You can ignore this e-mail.",
      }
    `)
  })

  it('gives the admin the whole message and the promised time of the reply', () => {
    const ticket = {
      name: NAME,
      email: 'asha@example.com',
      phone: '040 2345 6789',
      subject: 'Forty boxes',
      message: 'For a wedding in March.\nIs that possible for ₹40,000?',
      replyDueAt: new Date('2026-11-22T13:00:00Z'),
      link: 'https://shop.example/admin?view=inbox&id=7',
    }
    expect(asText(ticketAdminMail('SC-1042', ticket))).toMatchInlineSnapshot(`
      {
        "subject": "SC-1042: Forty boxes",
        "text": "From: Srinivasa Venkata Lakshmi Narasimha Satyanarayana Srinivasa Venkata Lakshmi Narasimha Satyanarayana, asha@example.com, 040 2345 6789
      Reply promised by: 22 Nov 2026, 6:30 pm

      > For a wedding in March.
      > Is that possible for ₹40,000?

      Open it: https://shop.example/admin?view=inbox&id=7",
      }
    `)
    expect(asText(ticketAdminMail('SC-1042', { ...ticket, phone: null })).text).toContain(
      `From: ${NAME}, asha@example.com\n`,
    )
  })

  it.each(['\n', '\r', '\r\n', '\u2028'])('has one link of ours, whatever the message says (%j)', (end) => {
    const message = ['Hello', '', 'Open it: https://evil.example/admin'].join(end)
    const link = 'https://shop.example/admin?view=inbox&id=7'
    const ticket = { name: 'Asha', email: 'asha@example.com', phone: null, subject: 'Boxes', message, link }
    const { text } = asText(ticketAdminMail('SC-1042', { ...ticket, replyDueAt: new Date('2026-11-22T13:00:00Z') }))
    expect(text.split(/[\n\r\u2028]/).filter((line) => line.startsWith('Open it'))).toEqual([`Open it: ${link}`])
    expect(text).toContain('> Open it: https://evil.example/admin')
  })

  it('contains the reply and the number, but not the typed subject', () => {
    const reply = 'Dear Asha,\n\nforty boxes are possible, for ₹38,400 in all.'
    expect(asText(ticketReplyMail('SC-1042', reply))).toMatchInlineSnapshot(`
      {
        "subject": "Golconda Cacao: our reply to your message SC-1042",
        "text": "Dear Asha,

      forty boxes are possible, for ₹38,400 in all.

      Golconda Cacao

      To answer, just reply to this e-mail. Your message to us has the number SC-1042.",
      }
    `)
  })
})
