import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Button } from '#src/ui/button.tsx'
import { TextAreaField } from '#src/ui/field.tsx'
import { askAboutQuote } from './quotes.queries.ts'

/** Before somebody pays they may want to know something. `answerTo` is where the maker writes. */
export function QuoteQuestion({ token, answerTo }: { token: string; answerTo: string }) {
  const [question, setQuestion] = useState('')
  const asking = useMutation({ ...askAboutQuote(token), onSuccess: () => setQuestion('') })
  function ask(event: FormEvent) {
    event.preventDefault()
    if (question.trim() !== '') asking.mutate(question)
  }
  return (
    <section aria-labelledby="ask" className="border-line border-t pt-7">
      <h2 id="ask" className="text-heading">
        Ask our maker a question
      </h2>
      <form noValidate onSubmit={ask} className="mt-5 grid gap-4">
        <TextAreaField
          label="Your question"
          name="question"
          rows={3}
          maxLength={2000}
          value={question}
          onChange={(event) => setQuestion(event.target.value)}
          hint={`The answer comes to ${answerTo}.`}
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
          {asking.isSuccess && question === '' && 'Our maker has your question and writes to you.'}
        </p>
      </form>
    </section>
  )
}
