import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { problemsIn, sentenceOf } from '#src/platform/problems.ts'
import { Button } from '#src/ui/button.tsx'
import { Field } from '#src/ui/field.tsx'
import type { ToldUtr } from './manual-upi.contract.ts'
import { tellUtr } from './manual-upi.queries.ts'
import { NOT_A_UTR, strippedUtr, UTR_PLACES, UTR_SHAPE } from './manual-upi.rules.ts'

type UtrFormProps = {
  payment: { transactionId: string; orderId: string }
  /** The number that stands there so far. */
  before?: string | null
  onTold: (told: ToldUtr) => void
  /** The way back, beside the button. */
  children?: ReactNode
}

/** Asks for the number of a payment that only the maker can see. */
export function UtrForm({ payment: { transactionId, orderId }, before, onTold, children }: UtrFormProps) {
  const telling = useMutation({ ...tellUtr, onSuccess: onTold })
  const [isWrong, setIsWrong] = useState(false)
  function tell(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const utr = strippedUtr(String(new FormData(event.currentTarget).get('utr')))
    setIsWrong(!UTR_SHAPE.test(utr))
    telling.reset()
    if (UTR_SHAPE.test(utr) && !telling.isPending) telling.mutate({ transactionId, orderId, utr })
  }
  const refused = telling.error && (problemsIn(telling.error)?.fields.utr ?? sentenceOf(telling.error) ?? NOT_SENT)
  return (
    <form noValidate onSubmit={tell} className="grid gap-5" aria-label="Number of your payment">
      <Field
        label="UTR of your payment"
        hint="The 12 digits by which your bank knows the payment."
        name="utr"
        inputMode="numeric"
        autoComplete="off"
        maxLength={20}
        defaultValue={before ?? ''}
        error={isWrong ? NOT_A_UTR : (refused ?? undefined)}
      />
      <details className="text-small" open>
        <summary className="flex min-h-11 cursor-pointer items-center font-semibold">Where your app shows it</summary>
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 text-cocoa-600">
          {UTR_PLACES.map(({ app, place }) => (
            <div key={app} className="col-span-2 grid grid-cols-subgrid">
              <dt className="text-cocoa-900">{app}</dt>
              <dd>{place}</dd>
            </div>
          ))}
        </dl>
      </details>
      <div className="grid gap-3">
        <Button type="submit" pending={telling.isPending}>
          Send the Number
        </Button>
        {children}
      </div>
    </form>
  )
}

const NOT_SENT = 'The number could not be sent. Please try again.'
