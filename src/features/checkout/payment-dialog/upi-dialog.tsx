import type { UpiDialogProps } from '#src/features/checkout/payment-dialog/use-payment-dialog.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { Dialog } from '#src/ui/overlays/dialog.tsx'
import { ManualUpiDialog } from './manual-upi-dialog.tsx'
import { AmountDue, PaymentMethods } from './payment-methods.tsx'
import { detectDevice } from './upi-apps.ts'
import { type PaymentPhase, usePaymentPolling } from './use-payment-polling.ts'

/** Nothing here marks an order as paid: every button only asks the server. */
export function UpiDialog(props: UpiDialogProps) {
  return props.payment.isByHand ? <ManualUpiDialog {...props} /> : <GatewayDialog {...props} />
}

function GatewayDialog({ payment, isResumed, onPaid, onClose, onRestart }: UpiDialogProps) {
  const { phase, secondsLeft, check, checkClaim } = usePaymentPolling(payment, { isResumed, onPaid })
  const device = detectDevice(navigator)
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Complete UPI Payment">
      <div className="grid gap-6">
        <AmountDue payment={payment} secondsLeft={secondsLeft} />
        {phase !== 'ended' && <PaymentMethods payment={payment} device={device} onOpened={check} />}
        <PhaseText phase={phase} />
        <div className="grid gap-3">
          {phase === 'ended' && <Button onClick={onRestart}>Start a New Payment</Button>}
          <Button variant={phase === 'ended' ? 'secondary' : 'primary'} onClick={checkClaim}>
            I've Completed the Payment
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

const PHASE_TEXTS: Record<PaymentPhase, string> = {
  waiting: '',
  checking: 'Checking with your bank...',
  failed: 'Your bank did not complete the payment. You can try again with any app above.',
  review: 'We are checking this payment and will write to you. Please do not pay again.',
  ended: 'This payment has expired. If money has left your account, press the button below and we will look for it.',
}

function PhaseText({ phase }: { phase: PaymentPhase }) {
  const tone = { waiting: '', checking: 'text-info', failed: 'text-err', ended: 'text-warn', review: 'text-warn' }[
    phase
  ]
  return (
    <p role="status" className={`text-center font-semibold text-small ${tone}`}>
      {PHASE_TEXTS[phase]}
    </p>
  )
}
