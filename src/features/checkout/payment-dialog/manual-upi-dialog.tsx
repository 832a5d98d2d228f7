import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { UpiDialogProps } from '#src/features/checkout/payment-dialog/use-payment-dialog.ts'
import type { SubmittedUtr } from '#src/features/payments/manual-upi/manual-upi.contract.ts'
import { CONFIRMATION_TIME_TEXT, reservationText } from '#src/features/payments/manual-upi/utr.ts'
import { UtrForm } from '#src/features/payments/manual-upi/utr-form.tsx'
import type { VerifiedPayment } from '#src/features/payments/payments.contract.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { Dialog } from '#src/ui/overlays/dialog.tsx'
import { paymentStatusQuery } from './checkout-payment.queries.ts'
import { AmountDue } from './payment-methods.tsx'
import { isPayable } from './payment-poll.ts'
import { PaymentSteps } from './payment-steps.tsx'
import { useManualPaymentPolling } from './use-payment-polling.ts'

/** Pay to the shop's UPI ID, submit the UTR, wait for the admin. Nothing here marks an order as paid. */
export function ManualUpiDialog(props: UpiDialogProps) {
  const { payment, isResumed, onPaid, onClose, onUtrSubmitted, onRestart } = props
  const queryClient = useQueryClient()
  const { state, submittedUtr, reservedUntil, secondsLeft } = useManualPaymentPolling(payment, { isResumed, onPaid })
  const [isTyping, setTyping] = useState(false)
  const [submitted, setSubmitted] = useState<SubmittedUtr | null>(null)
  const close = submittedUtr ? (onUtrSubmitted ?? onClose) : onClose
  const isAwaited = submittedUtr !== undefined && (isPayable(state) || state === 'ended')

  async function handleSubmitted(answer: SubmittedUtr) {
    setSubmitted(answer)
    setTyping(false)
    const { status, submittedUtr, reservedUntil } = answer
    const verified: VerifiedPayment = { success: false, status, submittedUtr, reservedUntil }
    const { queryKey } = paymentStatusQuery(payment)
    // An older answer would undo this one.
    await queryClient.cancelQueries({ queryKey })
    queryClient.setQueryData(queryKey, verified)
  }
  return (
    <Dialog open onOpenChange={(open) => !open && close()} title="Complete UPI Payment">
      <div className="grid gap-6">
        <AmountDue payment={payment} secondsLeft={submittedUtr || !isPayable(state) ? 0 : secondsLeft} />
        {isTyping ? (
          <UtrForm payment={payment} before={submittedUtr} onSubmitted={handleSubmitted}>
            <Button variant="secondary" onClick={() => setTyping(false)}>
              Back
            </Button>
          </UtrForm>
        ) : isAwaited ? (
          <AwaitingConfirmation
            utr={submittedUtr}
            reservedUntil={reservedUntil}
            warning={submitted?.warning}
            onDone={close}
            onCorrect={() => setTyping(true)}
          />
        ) : (
          <PaymentSteps
            payment={payment}
            state={state}
            onOpened={() => {}}
            onClaim={() => setTyping(true)}
            onRestart={onRestart}
            onClose={close}
          />
        )}
      </div>
    </Dialog>
  )
}

type ConfirmationProps = {
  utr: string
  reservedUntil: string | null
  warning: string | null | undefined
  onDone: () => void
  onCorrect: () => void
}

function AwaitingConfirmation({ utr, reservedUntil, warning, onDone, onCorrect }: ConfirmationProps) {
  return (
    <>
      <div role="status" className="grid gap-2">
        <p className="font-semibold">{CONFIRMATION_TIME_TEXT}</p>
        <p className="text-cocoa-600 text-small">
          Your UTR is <span className="text-cocoa-900 tabular-nums">{utr}</span>. We will write to you as soon as we
          have found your payment. Please do not pay again.
        </p>
        <p className="text-cocoa-600 text-small">{reservationText(reservedUntil)}</p>
        {warning && <p className="bg-warn-tint px-4 py-3 text-small text-warn">{warning}</p>}
      </div>
      <div className="flex flex-wrap items-center gap-x-8 gap-y-4">
        <Button onClick={onDone}>Done</Button>
        <Button variant="link" onClick={onCorrect}>
          Correct the UTR
        </Button>
      </div>
    </>
  )
}
