import { Copy } from 'lucide-react'
import { formatAmount } from '#src/core/money.ts'
import type { KeptPayment } from '#src/features/cart/cart-order.rules.ts'
import { notify } from '#src/platform/notify.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { UpiAppButtons } from './upi-app-buttons.tsx'
import { type Device, deviceOf } from './upi-apps.rules.ts'
import { type PaymentPhase, usePaymentCheck } from './use-payment-check.ts'

export type UpiDialogProps = {
  payment: KeptPayment
  /** Started before this page was loaded: it may be paid already. */
  isResumed: boolean
  onPaid: () => void
  onClose: () => void
  /** A new payment in the place of one whose time is over. */
  onRestart: () => void
}

/** Where the shopper pays. Nothing in here proves a payment: every way out of it only asks the server. */
export function UpiDialog({ payment, isResumed, onPaid, onClose, onRestart }: UpiDialogProps) {
  const { phase, secondsLeft, check, checkClaim } = usePaymentCheck(payment, { isResumed, onPaid })
  const device = deviceOf(navigator.userAgent)
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Complete UPI Payment">
      <div className="grid gap-6">
        <Due payment={payment} secondsLeft={secondsLeft} />
        {phase !== 'ended' && <WaysToPay payment={payment} device={device} onOpened={check} />}
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

type WaysProps = { payment: KeptPayment; device: Device; onOpened: () => void }

/** On a phone its apps come first; elsewhere the code that the phone reads. */
function WaysToPay({ payment, device, onOpened }: WaysProps) {
  return (
    <div className="grid gap-6">
      <div className="grid gap-6 sm:grid-cols-[auto_1fr]">
        <div className={device === 'phone' ? 'order-1 sm:order-none' : ''}>
          <QrCode payment={payment} />
        </div>
        {device === 'in-app-browser' ? <OpenElsewhere /> : <UpiAppButtons {...{ payment, device, onOpened }} />}
      </div>
      <UpiId upiId={payment.upiId} />
    </div>
  )
}

function Due({ payment, secondsLeft }: { payment: KeptPayment; secondsLeft: number }) {
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2 border-line border-y py-4">
      <div>
        <p className="amount text-subtitle">{formatAmount(payment.amount)}</p>
        <p className="text-cocoa-600 text-meta">
          Order ID: <span className="break-all text-cocoa-900">{payment.orderId}</span>
        </p>
      </div>
      {secondsLeft > 0 && (
        <p className="text-cocoa-600 text-meta">
          Open for <span className="amount text-cocoa-900 text-small">{clockText(secondsLeft)}</span>
        </p>
      )}
    </div>
  )
}

function clockText(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

function QrCode({ payment }: { payment: KeptPayment }) {
  return (
    <figure className="grid justify-items-center gap-2">
      <img
        src={payment.qrCode}
        alt={`QR code for paying ${formatAmount(payment.amount)} to ${payment.payeeName} with any UPI app`}
        width={208}
        height={208}
        className="border border-line bg-white"
      />
      <figcaption className="text-cocoa-600 text-meta">Scan with any UPI app</figcaption>
    </figure>
  )
}

function UpiId({ upiId }: { upiId: string }) {
  async function copy() {
    // Browsers offer the clipboard on secure pages only.
    const isCopied = await navigator.clipboard?.writeText(upiId).then(
      () => true,
      () => false,
    )
    notify(
      isCopied
        ? { title: 'Copied!', description: 'The UPI ID is in your clipboard.' }
        : { title: 'Not copied', description: `Please copy it by hand: ${upiId}` },
    )
  }
  return (
    <div>
      <p className="font-semibold text-small">UPI ID</p>
      <div className="mt-1.5 flex items-center justify-between gap-3 border border-line bg-white py-1 pr-1 pl-4">
        <code className="select-all break-all font-sans">{upiId}</code>
        <Button variant="link" onClick={copy} aria-label="Copy UPI ID" className="mr-3 border-transparent">
          <Copy aria-hidden="true" strokeWidth={1.5} className="size-4.5" />
          Copy
        </Button>
      </div>
      <p className="mt-3 text-cocoa-600 text-meta">
        The money is taken once. If a payment fails, your bank gives it back within 5 days.
      </p>
    </div>
  )
}

function OpenElsewhere() {
  return (
    <p className="bg-warn-tint px-4 py-3 text-small text-warn">
      This app's own browser cannot open UPI apps. Please open this page in your phone's browser, or scan the QR code
      with another phone.
    </p>
  )
}

const PHASE_TEXTS: Record<PaymentPhase, string> = {
  waiting: '',
  checking: 'Checking with your bank...',
  failed: 'Your bank has not paid. You can try again with any app above.',
  review: 'We are looking at this payment and will write to you. Please do not pay again.',
  ended:
    'The time for this payment is over. If money has left your account, press the button below and we look for it.',
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
