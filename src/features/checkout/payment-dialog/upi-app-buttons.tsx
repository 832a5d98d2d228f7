import { useEffect, useRef } from 'react'
import { showToast } from '#src/browser/toast-store.ts'
import type { StoredPayment } from '#src/features/cart/pending-order.ts'
import { buildAppLink, type Device, isPhoneLink, isWebPage, UPI_APPS, type UpiApp } from './upi-apps.ts'

const PLAIN_LINK_AFTER_MS = 1000
const VERIFY_AFTER_MS = 5000

type UpiAppsProps = { payment: StoredPayment; device: Device; onOpened: () => void }

/** Two by three. On a phone each is a real link into its app; elsewhere it goes to the payment's page. */
export function UpiAppButtons({ payment, device, onOpened }: UpiAppsProps) {
  const timers = useTimers()
  function waitFor(app: UpiApp) {
    // The app did not open: its link would have hidden this page.
    if (device !== 'desktop' && app.address !== null)
      timers.set('plain-link', () => goIfStillHere(payment.paymentUrl), PLAIN_LINK_AFTER_MS)
    timers.set('verify', onOpened, VERIFY_AFTER_MS)
  }
  return (
    <ul className="grid grid-cols-2 content-between gap-2.5">
      {UPI_APPS.map((app) => (
        <li key={app.name}>
          {device === 'desktop' ? (
            <button
              type="button"
              onClick={() => {
                waitFor(app)
                goOnDesktop(app, payment.paymentUrl)
              }}
              className={APP_BUTTON}
            >
              {app.name}
            </button>
          ) : (
            <AppLink app={app} payment={payment} onClick={() => waitFor(app)} />
          )}
        </li>
      ))}
    </ul>
  )
}

type AppLinkProps = { app: UpiApp; payment: StoredPayment; onClick: () => void }

/** A page opens beside the shop, as an app does: then the checkout stays, and asks for the payment. */
function AppLink({ app, payment, onClick }: AppLinkProps) {
  const href = buildAppLink(app, payment)
  const beside = isWebPage(href) ? { target: '_blank', rel: 'noopener' } : {}
  return (
    <a href={href} {...beside} onClick={onClick} className={APP_BUTTON}>
      {app.name}
    </a>
  )
}

const APP_BUTTON =
  'grid min-h-16 w-full place-items-center rounded-control border border-line-strong bg-white px-2 text-center font-semibold text-small transition-colors duration-150 ease-house hover:border-cocoa-900 hover:bg-ivory'

/** The checkout remembers its payment, and asks for it when the shopper comes back. */
function goOnDesktop(app: UpiApp, paymentUrl: string): void {
  if (isWebPage(paymentUrl)) window.location.assign(paymentUrl)
  else showToast({ title: 'Please use your phone', description: `Scan the QR code with ${app.name}.` })
}

function goIfStillHere(paymentUrl: string): void {
  if (document.visibilityState === 'visible' && isPhoneLink(paymentUrl)) window.location.assign(paymentUrl)
}

/** Named timers that end with the component. */
function useTimers() {
  const running = useRef(new Map<string, ReturnType<typeof setTimeout>>())
  useEffect(() => {
    const { current } = running
    return () => {
      for (const timer of current.values()) clearTimeout(timer)
    }
  }, [])
  return {
    set(name: string, act: () => void, afterMs: number) {
      clearTimeout(running.current.get(name))
      running.current.set(name, setTimeout(act, afterMs))
    },
  }
}
