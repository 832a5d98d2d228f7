import { alertNames, reachedBy, URGENT_KINDS, type UrgentKind } from './alert-kinds.ts'
import type { AlertSettings, Alerts } from './alerts.contract.ts'

type Notice = { channels: AlertSettings['channels']; alerts: Alerts }

export function AlertReachNotice({ channels, alerts: { devices, reachOfOthers } }: Notice) {
  const reachOf = (kind: UrgentKind) => [...reachOfOthers[kind], ...reachedBy(channels[kind], devices.length > 0)]
  const unreached = URGENT_KINDS.filter((kind) => reachOf(kind).length === 0)
  const isByEmailOnly = !reachOf('failures').includes('push')
  return (
    <div role="status" className="max-w-[62ch] empty:hidden">
      {unreached.length > 0 ? (
        <p className="bg-warn-tint px-4 py-3 text-warn">
          With this choice nobody is told about {alertNames(unreached)}: no other admin has{' '}
          {unreached.length === 1 ? 'it' : 'them'} on. Please keep E-mail, or Push with a device below.
        </p>
      ) : (
        isByEmailOnly && (
          <p className="text-cocoa-600 text-small">
            If the mail server fails, no e-mail can say so. With notifications on a device you will still hear of it.
          </p>
        )
      )}
    </div>
  )
}
