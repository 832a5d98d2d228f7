import type { UpiDialogProps } from '#src/features/checkout/payment-dialog/use-payment-dialog.ts'
import { Dialog } from '#src/ui/overlays/dialog.tsx'
import { ManualUpiDialog } from './manual-upi-dialog.tsx'
import { AmountDue } from './payment-methods.tsx'
import { isPayable } from './payment-poll.ts'
import { PaymentSteps } from './payment-steps.tsx'
import { usePaymentPolling } from './use-payment-polling.ts'

/** Nothing here marks an order as paid: every button only asks the server. */
export function UpiDialog(props: UpiDialogProps) {
  return props.payment.isByHand ? <ManualUpiDialog {...props} /> : <GatewayDialog {...props} />
}

function GatewayDialog({ payment, isResumed, onPaid, onClose, onRestart }: UpiDialogProps) {
  const { state, isChecking, secondsLeft, checkAfterApp, checkNow } = usePaymentPolling(payment, { isResumed, onPaid })
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Complete UPI Payment">
      <div className="grid gap-6">
        <AmountDue payment={payment} secondsLeft={isPayable(state) ? secondsLeft : 0} />
        <PaymentSteps
          payment={payment}
          state={state}
          isChecking={isChecking}
          onOpened={checkAfterApp}
          onClaim={checkNow}
          onRestart={onRestart}
          onClose={onClose}
        />
      </div>
    </Dialog>
  )
}
