import { useMutation } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import type { TicketDetails } from '#src/features/contact/contact.contract.ts'
import { TICKET_LENGTHS } from '#src/features/contact/tickets.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { TextAreaField } from '#src/ui/forms/field.tsx'
import { answerTicket } from './inbox.queries.ts'

/** The text stays until the server has stored it; the ticket then renders a fresh form. */
export function ReplyForm({ ticket: { id, ticket, email }, canClose }: { ticket: TicketDetails; canClose: boolean }) {
  const answer = useMutation(answerTicket)
  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const { submitter } = event.nativeEvent as SubmitEvent
    const reply = String(new FormData(event.currentTarget).get('reply')).trim()
    const closes = submitter instanceof HTMLButtonElement && submitter.value === 'closed'
    if (reply && !answer.isPending) answer.mutate({ id, reply, status: closes ? 'closed' : 'answered' })
  }
  return (
    <form onSubmit={send} aria-label={`Reply to ${ticket}`} className="grid gap-4">
      <TextAreaField
        label="Your reply"
        hint={`Goes to ${email} by e-mail, under ${ticket} and signed with the name of the shop.`}
        name="reply"
        rows={6}
        maxLength={TICKET_LENGTHS.message}
        required
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" value="answered" pending={answer.isPending}>
          Send Reply
        </Button>
        {canClose && (
          <Button type="submit" value="closed" variant="secondary" pending={answer.isPending}>
            Send and close
          </Button>
        )}
      </div>
    </form>
  )
}
