import { useMutation } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { readFormErrors, useFocusOnRefusal } from '#src/browser/form-errors.ts'
import { REPLY_WITHIN_HOURS } from '#src/core/shop-contact.ts'
import type { NewTicket } from '#src/features/contact/contact.contract.ts'
import { TICKET_LENGTHS } from '#src/features/contact/tickets.ts'
import { PrivacyNote } from '#src/features/settings/policies/policy-links.tsx'
import { DiamondMark } from '#src/ui/diamond-mark.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { Field, TextAreaField } from '#src/ui/forms/field.tsx'
import { sendContactMessage } from './contact.queries.ts'

export function ContactForm() {
  const sending = useMutation(sendContactMessage)
  const form = useFocusOnRefusal(sending.error)
  const wrong = readFormErrors(sending.error)?.fields ?? {}

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    if (!sending.isPending) sending.mutate(readForm(form), { onSuccess: () => form.reset() })
  }
  return (
    <form ref={form} onSubmit={submit} aria-label="Message to the studio" className="grid gap-5 sm:grid-cols-2">
      <Field
        label="Full Name"
        name="name"
        autoComplete="name"
        maxLength={TICKET_LENGTHS.name}
        error={wrong.name}
        required
      />
      <Field
        label="Phone Number"
        hint="Optional, mobile or landline."
        name="phone"
        type="tel"
        autoComplete="tel"
        maxLength={TICKET_LENGTHS.phone}
        error={wrong.phone}
      />
      <Field
        label="Email Address"
        name="email"
        type="email"
        autoComplete="email"
        maxLength={TICKET_LENGTHS.email}
        error={wrong.email}
        required
      />
      <Field label="Subject" name="subject" maxLength={TICKET_LENGTHS.subject} error={wrong.subject} required />
      <TextAreaField
        label="Message"
        name="message"
        rows={6}
        maxLength={TICKET_LENGTHS.message}
        error={wrong.message}
        required
        className="sm:col-span-2"
      />
      <MachineTrap />
      <div className="grid gap-5 sm:col-span-2">
        <PrivacyNote text="We use this to answer you." />
        <Button
          type="submit"
          pending={sending.isPending}
          className="w-full sm:w-auto sm:min-w-56 sm:justify-self-start"
        >
          {sending.isPending ? 'Sending...' : 'Send Message'}
        </Button>
        <div role="status">{sending.isSuccess && <Receipt ticket={sending.data.ticket} />}</div>
      </div>
    </form>
  )
}

function readForm(form: HTMLFormElement): NewTicket {
  const data = new FormData(form)
  const text = (name: keyof NewTicket) => String(data.get(name) ?? '')
  return {
    name: text('name'),
    phone: text('phone'),
    email: text('email'),
    subject: text('subject'),
    message: text('message'),
    website: text('website'),
  }
}

/** Honeypot: hidden from sight, keyboard and screen readers; bots fill it in. */
function MachineTrap() {
  return (
    <div aria-hidden="true" className="sr-only">
      <label>
        Website
        <input type="text" name="website" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  )
}

function Receipt({ ticket }: { ticket: string }) {
  return (
    <p className="flex items-baseline gap-3 bg-ok-tint px-5 py-4 text-ok">
      <DiamondMark className="size-2 bg-current" />
      <span>
        Your message has the number <strong>{ticket}</strong>. We will reply within {REPLY_WITHIN_HOURS} hours, and have
        sent you an e-mail with the number.
      </span>
    </p>
  )
}
