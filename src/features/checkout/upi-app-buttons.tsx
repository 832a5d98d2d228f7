import { useEffect, useRef } from 'react'
import type { KeptPayment } from '#src/features/cart/cart-order.rules.ts'
import { notify } from '#src/platform/notify.ts'
import { appLink, type Device, isWebPage, UPI_APPS, type UpiApp } from './upi-apps.rules.ts'

const PLAIN_LINK_AFTER_MS = 1000
const VERIFY_AFTER_MS = 5000

type UpiAppsProps = { payment: KeptPayment; device: Device; onOpened: () => void }

/** Two by three. On a phone each is a real link into its app; elsewhere it opens the payment's page. */
export function UpiAppButtons({ payment, device, onOpened }: UpiAppsProps) {
  const timers = useTimers()
  function waitFor(app: UpiApp) {
    // The app did not open: its link would have hidden this page.
    if (device === 'phone' && app.address !== null)
      timers.set('plain-link', () => openIfStillHere(payment.paymentUrl), PLAIN_LINK_AFTER_MS)
    timers.set('verify', onOpened, VERIFY_AFTER_MS)
  }
  return (
    <ul className="grid grid-cols-2 content-between gap-2.5">
      {UPI_APPS.map((app) => (
        <li key={app.name}>
          {device === 'phone' ? (
            <a href={appLink(app, payment)} onClick={() => waitFor(app)} className={APP_BUTTON}>
              {app.name}
            </a>
          ) : (
            <button
              type="button"
              onClick={() => {
                openOnDesktop(app, payment.paymentUrl)
                waitFor(app)
              }}
              className={APP_BUTTON}
            >
              {app.name}
            </button>
          )}
        </li>
      ))}
    </ul>
  )
}

const APP_BUTTON =
  'grid min-h-16 w-full place-items-center rounded-control border border-line-strong bg-white px-2 text-center font-semibold text-small transition-colors duration-150 ease-house hover:border-cocoa-900 hover:bg-ivory'

function openOnDesktop(app: UpiApp, paymentUrl: string): void {
  if (isWebPage(paymentUrl)) openPage(paymentUrl)
  else notify({ title: 'Please use your phone', description: `Scan the QR code with ${app.name}.` })
}

function openIfStillHere(paymentUrl: string): void {
  if (document.visibilityState === 'visible' && isWebPage(paymentUrl)) openPage(paymentUrl)
}

/** In a tab of its own, so that the dialog stays; in this one where the browser blocks that. */
function openPage(url: string): void {
  const tab = window.open(url, '_blank')
  if (tab) tab.opener = null
  else window.location.assign(url)
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
