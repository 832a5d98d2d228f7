import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { conflictMessage, sendJson } from '#src/browser/http-client.ts'
import type { AlertDevice, AlertSettings, Alerts } from './alerts.contract.ts'
import { DeviceRefused, findThisDevice, turnOffThisDevice, turnOnThisDevice } from './this-device.ts'

export const alertsQuery = queryOptions<Alerts>({ queryKey: ['/api/admin/me/alerts'] })

const THIS_DEVICE = ['this-device']

/** Runs in the browser only. Says whether this browser may show notifications, and which device it is. */
export const thisDeviceQuery = queryOptions({ queryKey: THIS_DEVICE, queryFn: findThisDevice, staleTime: 0 })

const refreshes = [alertsQuery.queryKey, THIS_DEVICE]
const failure = (title: string) => (error: Error) => ({
  title,
  description: error instanceof DeviceRefused ? error.message : (conflictMessage(error) ?? 'Please try again.'),
})

export const saveAlerts = mutationOptions({
  mutationFn: (settings: AlertSettings) => sendJson<Alerts>('PUT', '/api/admin/me/alerts', settings),
  meta: { success: { title: 'Alerts Saved' }, failure: failure('Not Saved'), refreshes },
})

export const turnOn = mutationOptions({
  mutationFn: turnOnThisDevice,
  meta: { success: { title: 'Notifications On' }, failure: failure('Notifications Stay Off'), refreshes },
})

export const removeDevice = mutationOptions({
  mutationFn: async ({ id, isThisOne }: Pick<AlertDevice, 'id'> & { isThisOne: boolean }) => {
    await sendJson<{ success: true }>('DELETE', `/api/admin/me/push-subscriptions/${id}`)
    if (isThisOne) await turnOffThisDevice()
  },
  meta: { success: { title: 'Device Removed' }, failure: failure('Not Removed'), refreshes },
})

export const sendTest = mutationOptions({
  mutationFn: (id: AlertDevice['id']) =>
    sendJson<{ success: true }>('POST', `/api/admin/me/push-subscriptions/${id}/test`),
  meta: {
    success: { title: 'Test Sent', description: 'It should arrive within a few seconds.' },
    failure: failure('Not Sent'),
    refreshes: [alertsQuery.queryKey],
  },
})
