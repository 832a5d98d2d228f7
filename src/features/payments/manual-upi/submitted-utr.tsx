import { lazy, Suspense, useState } from 'react'
import type { OrderDetails } from '#src/features/orders/orders.contract.ts'
import { Button } from '#src/ui/forms/button.tsx'

const UtrForm = lazy(() => import('./utr-form.tsx').then((module) => ({ default: module.UtrForm })))

export function SubmittedUtrSection({
  order: { orderId, payment },
}: {
  order: Pick<OrderDetails, 'orderId' | 'payment'>
}) {
  const [isTyping, setTyping] = useState(false)
  if (!payment?.byHand) return null
  const { transactionId, utr } = payment.byHand
  if (!isTyping)
    return (
      <div>
        <Button variant="link" className="text-small" onClick={() => setTyping(true)}>
          {utr ? 'Correct the UTR' : 'Have you paid? Enter the UTR'}
        </Button>
      </div>
    )
  const close = () => setTyping(false)
  return (
    <Suspense>
      <UtrForm payment={{ transactionId, orderId }} before={utr} onSubmitted={close}>
        <Button variant="secondary" onClick={close}>
          Back
        </Button>
      </UtrForm>
    </Suspense>
  )
}
