import { signInPath } from '#src/features/auth/sign-in/sign-in-path.ts'
import type { UpiDialogProps } from '#src/features/checkout/payment-dialog/use-payment-dialog.ts'
import { Button, buttonClass } from '#src/ui/forms/button.tsx'
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
  const canRestart = phase === 'ended' || phase === 'cancelled'
  const canBePaid = !canRestart && phase !== 'review' && phase !== 'refunded'
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Complete UPI Payment">
      <div className="grid gap-6">
        <AmountDue payment={payment} secondsLeft={canBePaid ? secondsLeft : 0} />
        {canBePaid && <PaymentMethods payment={payment} device={device} onOpened={check} />}
        <PhaseText phase={phase} />
        <div className="grid gap-3">
          {canRestart && <Button onClick={onRestart}>Start a New Payment</Button>}
          {phase === 'signed-out' && (
            <a href={signInPath(window.location.pathname)} className={buttonClass()}>
              Sign In
            </a>
          )}
          <Button variant={canBePaid && phase !== 'signed-out' ? 'primary' : 'secondary'} onClick={checkClaim}>
            I've Completed the Payment
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

const LOOK_FOR_IT = 'If money has left your account, press the button below and we will look for it.'

const PHASES: Record<PaymentPhase, { text: string; tone: string }> = {
  waiting: { text: '', tone: '' },
  checking: { text: 'Checking with your bank...', tone: 'text-info' },
  failed: {
    text: 'Your bank did not complete the payment. You can try again with any app above.',
    tone: 'text-err',
  },
  review: {
    text: 'We are checking this payment and will write to you. Please do not pay again.',
    tone: 'text-warn',
  },
  ended: { text: `This payment has expired. ${LOOK_FOR_IT}`, tone: 'text-warn' },
  cancelled: { text: `This payment was cancelled. ${LOOK_FOR_IT}`, tone: 'text-warn' },
  refunded: {
    text: 'We have refunded this payment. Please do not pay again. The order is under My Orders.',
    tone: 'text-warn',
  },
  'signed-out': { text: 'You are signed out. Sign in to see whether your payment has arrived.', tone: 'text-warn' },
}

function PhaseText({ phase }: { phase: PaymentPhase }) {
  const { text, tone } = PHASES[phase]
  return (
    <p role="status" className={`min-h-5 text-center font-semibold text-small ${tone}`}>
      {text}
    </p>
  )
}
