import { sendJson } from '#src/browser/http-client.ts'
import type { AlertDevice, PushKey } from './alerts.contract.ts'

/** `home-screen`: an iPhone shows notifications only of pages on its Home Screen. */
export type DeviceState = 'unsupported' | 'home-screen' | 'denied' | 'off' | 'on'
export type ThisDevice = { state: DeviceState; id: string | null }
export class DeviceRefused extends Error {}

const WORKER = '/admin-sw.js'
const SCOPE = '/admin'
const REMEMBERED = 'alert_device'

export async function findThisDevice(): Promise<ThisDevice> {
  const state = permissionState()
  if (state !== 'off') return { state, id: null }
  const worker = await navigator.serviceWorker.getRegistration(SCOPE)
  const subscription = Notification.permission === 'granted' ? await worker?.pushManager.getSubscription() : undefined
  return subscription ? { state: 'on', id: localStorage.getItem(REMEMBERED) } : { state: 'off', id: null }
}

function permissionState(): Exclude<DeviceState, 'on'> {
  const isSupported = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
  if (isSupported) return Notification.permission === 'denied' ? 'denied' : 'off'
  return /iPhone|iPad/.test(navigator.userAgent) ? 'home-screen' : 'unsupported'
}

/** Asks for permission, subscribes at the browser's push service and tells the shop. Throws `DeviceRefused`. */
export async function turnOnThisDevice(): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted')
    throw new DeviceRefused('You did not allow notifications for this site.')
  const { publicKey } = await sendJson<PushKey>('POST', '/api/admin/me/push-key')
  await navigator.serviceWorker.register(WORKER, { scope: SCOPE })
  const { pushManager } = await activeWorker()
  await dropOldKeys(pushManager, publicKey)
  const subscription = await pushManager
    .subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
    .catch(() => {
      throw new DeviceRefused('The push service of this browser cannot be reached.')
    })
  const { endpoint, keys } = subscription.toJSON()
  const device = await sendJson<AlertDevice>('POST', '/api/admin/me/push-subscriptions', { endpoint, keys })
  localStorage.setItem(REMEMBERED, device.id)
}

/** Only an active worker can subscribe. `ready` waits for the worker of this page. */
const activeWorker = () => navigator.serviceWorker.ready

async function dropOldKeys(pushManager: PushManager, publicKey: string): Promise<void> {
  const old = await pushManager.getSubscription()
  const key = old?.options.applicationServerKey
  if (key && toBase64Url(key) !== publicKey) await old.unsubscribe()
}

const toBase64Url = (key: ArrayBuffer) =>
  btoa(String.fromCharCode(...new Uint8Array(key)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

export async function turnOffThisDevice(): Promise<void> {
  const worker = await navigator.serviceWorker.getRegistration(SCOPE)
  await (await worker?.pushManager.getSubscription())?.unsubscribe()
  localStorage.removeItem(REMEMBERED)
}
