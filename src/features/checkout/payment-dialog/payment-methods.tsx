import Copy from 'lucide-react/icons/copy'
import { showToast } from '#src/browser/toast-store.ts'
import { formatDay } from '#src/core/dates.ts'
import { formatDeliveryWindow } from '#src/core/delivery/delivery-window.ts'
import { formatAmount } from '#src/core/money.ts'
import type { StoredPayment } from '#src/features/cart/pending-order.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { UpiAppButtons } from './upi-app-buttons.tsx'
import type { Device } from './upi-apps.ts'

type MethodsProps = { payment: StoredPayment; device: Device; onOpened: () => void }

/** Apps first on a phone, QR code elsewhere; for manual UPI the UPI ID, because apps often refuse such links. */
export function PaymentMethods({ payment, device, onOpened }: MethodsProps) {
  return (
    <div className="grid gap-6">
      {payment.isByHand && <UpiId payment={payment} />}
      {device === 'in-app-browser' && <InAppBrowserWarning />}
      <div className="grid gap-6 sm:grid-cols-[auto_1fr]">
        <div className={device === 'desktop' ? '' : 'order-1 sm:order-none'}>
          <QrCode payment={payment} isOnPhone={device !== 'desktop'} />
        </div>
        <UpiAppButtons {...{ payment, device, onOpened }} />
      </div>
      {!payment.isByHand && <UpiId payment={payment} />}
    </div>
  )
}

export function AmountDue({ payment, secondsLeft }: { payment: StoredPayment; secondsLeft: number }) {
  const delivery = deliveryText(payment)
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2 border-line border-y py-4">
      <div>
        <p className="amount text-subtitle">{formatAmount(payment.amount)}</p>
        <p className="text-cocoa-600 text-meta">
          Order ID: <span className="break-all text-cocoa-900">{payment.orderId}</span>
        </p>
        {delivery && <p className="text-cocoa-600 text-meta">{delivery}</p>}
      </div>
      {secondsLeft > 0 && (
        <p className="text-cocoa-600 text-meta">
          Time left to pay <span className="amount text-cocoa-900 text-small">{clockText(secondsLeft)}</span>
        </p>
      )}
    </div>
  )
}

function deliveryText({ dispatch, expectedDelivery }: StoredPayment): string | undefined {
  if (!dispatch) return expectedDelivery ? `Expected ${formatDeliveryWindow(expectedDelivery)}` : undefined
  const { parcels, first, last } = dispatch
  if (first === last) return `All ${parcels} parcels leave on ${formatDay(first)}`
  return `${parcels} parcels: the first leaves on ${formatDay(first)}, the last on ${formatDay(last)}`
}

function clockText(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

function QrCode({ payment, isOnPhone }: { payment: StoredPayment; isOnPhone: boolean }) {
  return (
    <figure className="grid justify-items-center gap-2">
      <img
        src={payment.qrCode}
        alt={`QR code for paying ${formatAmount(payment.amount)} to ${payment.payeeName} with any UPI app`}
        width={208}
        height={208}
        className="border border-line bg-white"
      />
      <figcaption className="text-cocoa-600 text-meta">
        {isOnPhone ? 'To pay from another phone, scan this' : 'Scan with any UPI app'}
      </figcaption>
    </figure>
  )
}

function UpiId({ payment: { upiId, payeeName, isByHand } }: { payment: StoredPayment }) {
  async function copy() {
    // The clipboard exists only on HTTPS pages.
    const isCopied = await navigator.clipboard?.writeText(upiId).then(
      () => true,
      () => false,
    )
    showToast(
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
        {isByHand
          ? `The safest way: copy the UPI ID, pay in your app and come back. Your app should show ${payeeName}; stop if it shows someone else.`
          : 'You are charged only once. If a payment fails, your bank refunds it within 5 days.'}
      </p>
    </div>
  )
}

function InAppBrowserWarning() {
  return (
    <p className="bg-warn-tint px-4 py-3 text-small text-warn">
      You are using the browser inside another app, which may not open UPI apps. If nothing happens, please open this
      page in your phone's browser, or scan the QR code with another phone.
    </p>
  )
}
