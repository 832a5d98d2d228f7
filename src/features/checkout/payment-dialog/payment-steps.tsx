import { Link } from '@tanstack/react-router'
import { signInPath } from '#src/features/auth/sign-in/sign-in-path.ts'
import type { StoredPayment } from '#src/features/cart/pending-order.ts'
import { Button, buttonClass } from '#src/ui/forms/button.tsx'
import { PaymentMethods } from './payment-methods.tsx'
import { type DialogState, isPayable } from './payment-poll.ts'
import { detectDevice } from './upi-apps.ts'

type PaymentStepsProps = {
  payment: StoredPayment
  state: DialogState
  isChecking?: boolean
  onOpened: () => void
  onClaim: () => void
  onRestart: () => void
  onClose: () => void
}

export function PaymentSteps({ payment, state, isChecking, onOpened, onClaim, onRestart, onClose }: PaymentStepsProps) {
  const isEnded = state === 'ended'
  const canClaim = isEnded || isPayable(state)
  const notice = NOTICES[state]
  return (
    <>
      {isPayable(state) && <PaymentMethods payment={payment} device={detectDevice(navigator)} onOpened={onOpened} />}
      {isChecking && canClaim ? (
        <Notice tone="text-info">Checking with your bank...</Notice>
      ) : (
        <Notice tone={notice.tone}>{isEnded && payment.isByHand ? ENDED_BY_HAND : notice.text}</Notice>
      )}
      <div className="grid gap-3">
        {isEnded && <Button onClick={onRestart}>Start a New Payment</Button>}
        {canClaim && (
          <Button variant={isEnded ? 'secondary' : 'primary'} onClick={onClaim}>
            I've Completed the Payment
          </Button>
        )}
        {state === 'signed-out' && (
          <a href={signInPath(`${window.location.pathname}${window.location.search}`)} className={buttonClass()}>
            Sign In
          </a>
        )}
        {!canClaim && state !== 'signed-out' && (
          <Link to="/orders" onClick={onClose} className={buttonClass()}>
            See My Orders
          </Link>
        )}
      </div>
    </>
  )
}

const NOTICES: Record<DialogState, { text: string; tone: string }> = {
  open: { text: '', tone: '' },
  failed: { text: 'Your bank did not complete the payment. You can try again with any app above.', tone: 'text-err' },
  ended: {
    text: 'This payment has expired. If money has left your account, press the button below and we will look for it.',
    tone: 'text-warn',
  },
  cancelled: {
    text: 'This payment was cancelled. My Orders shows what became of the order, and any money that has arrived.',
    tone: 'text-warn',
  },
  review: { text: 'We are checking this payment and will write to you. Please do not pay again.', tone: 'text-warn' },
  refunded: { text: 'We have refunded this payment. Please do not pay it again.', tone: 'text-warn' },
  'signed-out': { text: 'You are signed out. Sign in to see whether your payment has arrived.', tone: 'text-warn' },
  unknown: { text: 'We cannot find this payment in your account. My Orders shows your orders.', tone: 'text-warn' },
}

const ENDED_BY_HAND =
  'This payment has ended. If money has left your account, press the button below and enter the UTR. We will look for it.'

function Notice({ tone, children }: { tone: string; children: string }) {
  return (
    <p role="status" className={`min-h-5 text-center font-semibold text-small ${tone}`}>
      {children}
    </p>
  )
}
