import { useEffect, useRef } from 'react'
import { showToast } from '#src/browser/toast-store.ts'
import type { StoredPayment } from '#src/features/cart/pending-order.ts'
import { buildAppLink, type Device, isPhoneLink, isWebPage, UPI_APPS, type UpiApp } from './upi-apps.ts'

const PLAIN_LINK_AFTER_MS = 1000
const VERIFY_AFTER_MS = 5000

type UpiAppsProps = { payment: StoredPayment; device: Device; onOpened: () => void }

/** On a phone each button links into its app; elsewhere it opens the payment page. */
export function UpiAppButtons({ payment, device, onOpened }: UpiAppsProps) {
  const timers = useTimers()
  function startTimers(app: UpiApp) {
    // The page is still visible, so the app did not open.
    if (device !== 'desktop' && app.address !== null)
      timers.set('plain-link', () => openIfStillVisible(payment.paymentUrl), PLAIN_LINK_AFTER_MS)
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
                startTimers(app)
                openOnDesktop(app, payment.paymentUrl)
              }}
              className={APP_BUTTON}
            >
              {app.name}
            </button>
          ) : (
            <AppLink app={app} payment={payment} onClick={() => startTimers(app)} />
          )}
        </li>
      ))}
    </ul>
  )
}

type AppLinkProps = { app: UpiApp; payment: StoredPayment; onClick: () => void }

/** Web pages open in a new tab, so that the checkout stays and polls. */
function AppLink({ app, payment, onClick }: AppLinkProps) {
  const href = buildAppLink(app, payment)
  const newTab = isWebPage(href) ? { target: '_blank', rel: 'noopener' } : {}
  return (
    <a href={href} {...newTab} onClick={onClick} className={APP_BUTTON}>
      {app.name}
    </a>
  )
}

const APP_BUTTON =
  'grid min-h-16 w-full place-items-center rounded-control border border-line-strong bg-white px-2 text-center font-semibold text-small transition-colors duration-150 ease-house hover:border-cocoa-900 hover:bg-ivory'

function openOnDesktop(app: UpiApp, paymentUrl: string): void {
  if (isWebPage(paymentUrl)) window.location.assign(paymentUrl)
  else showToast({ title: 'Please use your phone', description: `Scan the QR code with ${app.name}.` })
}

function openIfStillVisible(paymentUrl: string): void {
  if (document.visibilityState === 'visible' && isPhoneLink(paymentUrl)) window.location.assign(paymentUrl)
}

function useTimers() {
  const running = useRef(new Map<string, ReturnType<typeof setTimeout>>())
  useEffect(() => {
    const { current } = running
    return () => {
      for (const timer of current.values()) clearTimeout(timer)
    }
  }, [])
  return {
    set(name: string, callback: () => void, afterMs: number) {
      clearTimeout(running.current.get(name))
      running.current.set(name, setTimeout(callback, afterMs))
    },
  }
}
