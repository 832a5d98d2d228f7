import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { readFormErrors, serverMessage } from '#src/browser/form-errors.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { Field } from '#src/ui/forms/field.tsx'
import type { SubmittedUtr } from './manual-upi.contract.ts'
import { submitUtrMutation } from './manual-upi.queries.ts'
import { INVALID_UTR_MESSAGE, normalizeUtr, UTR_LOCATIONS, UTR_PATTERN } from './utr.ts'

type UtrFormProps = {
  payment: { transactionId: string; orderId: string }
  before?: string | null
  onSubmitted: (submitted: SubmittedUtr) => void
  children?: ReactNode
}

export function UtrForm({ payment: { transactionId, orderId }, before, onSubmitted, children }: UtrFormProps) {
  const submission = useMutation({ ...submitUtrMutation, onSuccess: onSubmitted })
  const [isWrong, setIsWrong] = useState(false)
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const utr = normalizeUtr(String(new FormData(event.currentTarget).get('utr')))
    setIsWrong(!UTR_PATTERN.test(utr))
    submission.reset()
    if (UTR_PATTERN.test(utr) && !submission.isPending) submission.mutate({ transactionId, orderId, utr })
  }
  const refused =
    submission.error && (readFormErrors(submission.error)?.fields.utr ?? serverMessage(submission.error) ?? NOT_SENT)
  return (
    <form noValidate onSubmit={submit} className="grid gap-5" aria-label="UPI transaction ID (UTR)">
      <Field
        label="UTR of your payment"
        hint="The 12 digits that identify your payment at the bank."
        name="utr"
        inputMode="numeric"
        autoComplete="off"
        maxLength={20}
        defaultValue={before ?? ''}
        error={isWrong ? INVALID_UTR_MESSAGE : (refused ?? undefined)}
      />
      <details className="text-small" open>
        <summary className="flex min-h-11 cursor-pointer items-center font-semibold">Where your app shows it</summary>
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 text-cocoa-600">
          {UTR_LOCATIONS.map(({ app, place }) => (
            <div key={app} className="col-span-2 grid grid-cols-subgrid">
              <dt className="text-cocoa-900">{app}</dt>
              <dd>{place}</dd>
            </div>
          ))}
        </dl>
      </details>
      <div className="grid gap-3">
        <Button type="submit" pending={submission.isPending}>
          Send the UTR
        </Button>
        {children}
      </div>
    </form>
  )
}

const NOT_SENT = 'The number could not be sent. Please try again.'
