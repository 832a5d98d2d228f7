import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { answerQuestion } from '#src/features/custom-orders/admin/admin-custom-orders.queries.ts'
import type { AdminCustomOrderDetails } from '#src/features/custom-orders/custom-orders.contract.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { TextAreaField } from '#src/ui/forms/field.tsx'

export function AnswerForm({ order }: { order: AdminCustomOrderDetails }) {
  const [answer, setAnswer] = useState('')
  const answering = useMutation({ ...answerQuestion, onSuccess: () => setAnswer('') })
  const question = order.events.findLast(({ kind }) => kind === 'question')
  function send(event: FormEvent) {
    event.preventDefault()
    if (answer.trim() !== '') answering.mutate({ id: order.id, message: answer })
  }
  return (
    <form noValidate onSubmit={send} className="grid gap-4">
      <blockquote className="wrap-anywhere whitespace-pre-line border-gold-500 border-l-2 pl-4">
        {question?.text}
      </blockquote>
      <TextAreaField
        label={order.openQuestionAt ? 'Your answer' : 'One more answer'}
        name="answer"
        rows={3}
        maxLength={2000}
        value={answer}
        onChange={(event) => setAnswer(event.target.value)}
        hint={`Goes to ${order.customerEmail} and appears beside the quotation.`}
      />
      <Button
        type="submit"
        variant="secondary"
        disabled={answer.trim() === ''}
        pending={answering.isPending}
        className="w-full sm:w-auto sm:justify-self-start"
      >
        Send Answer
      </Button>
    </form>
  )
}
