import { useMutation, useQuery } from '@tanstack/react-query'
import { formatDayAndTime } from '#src/core/dates.ts'
import { useHydrated } from '#src/ui/deferred/use-hydrated.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { StatusBadge } from '#src/ui/status-badge.tsx'
import type { AlertDevice, Alerts } from './alerts.contract.ts'
import { removeDevice, sendTest, thisDeviceQuery, turnOn } from './alerts.queries.ts'
import type { DeviceState, ThisDevice } from './this-device.ts'

export function AlertDevices({ alerts: { devices } }: { alerts: Alerts }) {
  const { data: thisDevice } = useQuery({ ...thisDeviceQuery, enabled: useHydrated() })
  const own = thisDevice?.state === 'on' ? devices.find(({ id }) => id === thisDevice.id) : undefined
  return (
    <section aria-labelledby="devices" className="grid gap-4">
      <h2 id="devices" className="text-heading">
        Notifications on your devices
      </h2>
      <p className="max-w-[62ch] text-cocoa-600">
        They arrive also while this page is closed and after a session has expired. They show order numbers and amounts,
        no names and no addresses. When you log out on a device or end its session, it is removed; a new password, a new
        authenticator app or the end of your access removes all.
      </p>
      {!own && <TurnOn device={thisDevice} />}
      {devices.length > 0 && (
        <ul className="divide-y divide-line border border-line bg-white">
          {devices.map((device) => (
            <DeviceRow key={device.id} device={device} isThisOne={device.id === own?.id} />
          ))}
        </ul>
      )}
    </section>
  )
}

const REFUSALS: Record<Exclude<DeviceState, 'off' | 'on'>, string> = {
  unsupported:
    'This browser cannot show notifications. Please use a current Chrome, Edge, Firefox or Safari over https.',
  'home-screen':
    'On an iPhone or iPad, first add this page to the Home Screen (Share, Add to Home Screen) and open it from there.',
  denied:
    'Notifications are blocked for this site. Allow them in the settings of the browser, beside the address, and reload the page.',
}

function TurnOn({ device }: { device: ThisDevice | undefined }) {
  const turning = useMutation(turnOn)
  if (device && device.state !== 'off' && device.state !== 'on')
    return (
      <p role="status" className="max-w-[62ch] bg-warn-tint px-4 py-3 text-warn">
        {REFUSALS[device.state]}
      </p>
    )
  return (
    <div className="grid justify-items-start gap-2">
      <Button disabled={!device} pending={turning.isPending} onClick={() => turning.mutate()}>
        Turn on notifications on this device
      </Button>
      {turning.error && (
        <p role="alert" className="max-w-[62ch] text-err text-small">
          Notifications are still off on this device. {turning.error.message}
        </p>
      )}
    </div>
  )
}

function DeviceRow({ device, isThisOne }: { device: AlertDevice; isThisOne: boolean }) {
  const { id, name, createdAt, lastSentAt } = device
  const [testing, removing] = [useMutation(sendTest), useMutation(removeDevice)]
  const what = `${name}, since ${formatDayAndTime(createdAt)}`
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-4">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
          {name}
          {isThisOne && <StatusBadge tone="ok">This one</StatusBadge>}
        </p>
        <p className="text-cocoa-600 text-small">
          Since {formatDayAndTime(createdAt)},{' '}
          {lastSentAt ? `last notification ${formatDayAndTime(lastSentAt)}` : 'no notification yet'}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="secondary"
          size="small"
          pending={testing.isPending}
          onClick={() => testing.mutate(id)}
          aria-label={`Send a test: ${what}`}
        >
          Send a test
        </Button>
        <Button
          variant="secondary"
          size="small"
          pending={removing.isPending}
          onClick={() => removing.mutate({ id, isThisOne })}
          aria-label={`Remove: ${what}`}
        >
          Remove
        </Button>
      </div>
    </li>
  )
}
