import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { formatDayAndTime } from '#src/core/dates.ts'
import type { Quote } from '#src/features/custom-orders/quotes/quotes.contract.ts'
import { Button, buttonClass } from '#src/ui/forms/button.tsx'
import { TextAreaField } from '#src/ui/forms/field.tsx'
import { askAboutQuote } from './quotes.queries.ts'

const ASK_HEADING = 'ask'

export function QuoteConversation({ token, quote }: { token: string; quote: Quote }) {
  const { conversation, customerEmail } = quote
  return (
    <section aria-labelledby={ASK_HEADING} className="grid gap-5 border-line border-t pt-7">
      <h2 id={ASK_HEADING} className="text-heading">
        Ask us a question
      </h2>
      <QuestionThread conversation={conversation} />
      <QuestionForm token={token} answerTo={customerEmail} />
    </section>
  )
}

/** `answerTo` is empty where the e-mail address belongs to someone else. */
function QuestionForm({ token, answerTo }: { token: string; answerTo: string }) {
  const [question, setQuestion] = useState('')
  const asking = useMutation({ ...askAboutQuote(token), onSuccess: () => setQuestion('') })
  function ask(event: FormEvent) {
    event.preventDefault()
    if (question.trim() !== '') asking.mutate(question)
  }
  return (
    <form noValidate onSubmit={ask} className="grid gap-4">
      <TextAreaField
        label="Your question"
        name="question"
        rows={3}
        maxLength={2000}
        value={question}
        onChange={(event) => setQuestion(event.target.value)}
        hint={`The answer comes to ${answerTo || 'the address that asked for this quotation'}, and appears here.`}
      />
      <Button
        type="submit"
        variant="secondary"
        disabled={question.trim() === ''}
        pending={asking.isPending}
        className="w-full sm:w-auto sm:justify-self-start"
      >
        Send Question
      </Button>
      <p role="status" className="font-semibold text-ok text-small">
        {asking.isSuccess && question === '' && 'We have your question and will write to you.'}
      </p>
    </form>
  )
}

export function QuestionThread({ conversation }: Pick<Quote, 'conversation'>) {
  if (conversation.length === 0) return null
  return (
    <ol className="grid gap-4">
      {conversation.map(({ id, by, text, at }) => (
        <li key={id} className={by === 'admin' ? 'border-gold-500 border-l-2 pl-4' : 'pl-4.5'}>
          <p className="text-cocoa-600 text-meta">
            <span className="font-semibold">{by === 'admin' ? 'Our studio' : 'You'}</span>,{' '}
            <time dateTime={at}>{formatDayAndTime(at)}</time>
          </p>
          <p className="wrap-anywhere whitespace-pre-line">{text}</p>
        </li>
      ))}
    </ol>
  )
}

export function Note({ title, text }: { title: string; text: string }) {
  return (
    <figure className="grid gap-1 text-small">
      <figcaption className="font-semibold">{title}</figcaption>
      <blockquote className="wrap-anywhere whitespace-pre-line">{text}</blockquote>
    </figure>
  )
}

export function AcceptanceRefusal({ message }: { message: string }) {
  return (
    <div role="alert" className="grid gap-3 border-warn border-l-2 bg-warn-tint px-5 py-4">
      <p className="font-semibold text-warn">{message}</p>
      <div className="flex flex-wrap gap-x-6 gap-y-3">
        <a href={`#${ASK_HEADING}`} className={buttonClass({ variant: 'link' })}>
          Ask us a question
        </a>
        <a href="/contact" className={buttonClass({ variant: 'link' })}>
          Write to us
        </a>
      </div>
    </div>
  )
}
