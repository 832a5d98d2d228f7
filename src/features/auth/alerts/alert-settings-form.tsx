import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { readFormErrors } from '#src/browser/form-errors.ts'
import { CHANNEL_LABELS } from '#src/features/notifications/notifications.contract.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { CheckboxField } from '#src/ui/forms/checkbox-field.tsx'
import { Field } from '#src/ui/forms/field.tsx'
import { ALERT_CHANNELS, ALERT_KINDS, ALERT_TEXTS, type AlertChannel, type AlertKind } from './alert-kinds.ts'
import { AlertReachNotice } from './alert-reach-notice.tsx'
import type { AlertSettings, Alerts } from './alerts.contract.ts'
import { saveAlerts } from './alerts.queries.ts'

export function AlertSettingsForm({ alerts }: { alerts: Alerts }) {
  const [value, set] = useState(alerts.settings)
  const saving = useMutation(saveAlerts)
  const change = (part: Partial<AlertSettings>) => set((now) => ({ ...now, ...part }))
  const problems = readFormErrors(saving.error)
  function save(event: FormEvent) {
    event.preventDefault()
    saving.mutate(value)
  }
  return (
    <form noValidate onSubmit={save} className="grid gap-8">
      <Section title="What you are told">
        <KindTable channels={value.channels} onChange={(channels) => change({ channels })} />
        <AlertReachNotice channels={value.channels} alerts={alerts} />
      </Section>
      <Section title="Quiet hours">
        <QuietHours value={value} change={change} error={problems?.fields['quietHours.to']} />
      </Section>
      <Section title="Summary">
        <CheckboxField
          label="Every morning at 8:00, an e-mail with new orders, today’s work, and what waits"
          checked={value.digest}
          onChange={({ target }) => change({ digest: target.checked })}
        />
      </Section>
      {problems?.message && (
        <p role="alert" className="text-err text-small">
          {problems.message}
        </p>
      )}
      <div>
        <Button type="submit" pending={saving.isPending}>
          Save alerts
        </Button>
      </div>
    </form>
  )
}

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="grid gap-3">
    <h2 className="text-heading">{title}</h2>
    {children}
  </section>
)

type Channels = AlertSettings['channels']

function KindTable({ channels, onChange }: { channels: Channels; onChange: (channels: Channels) => void }) {
  const toggle = (kind: AlertKind, channel: AlertChannel) =>
    onChange({ ...channels, [kind]: { ...channels[kind], [channel]: !channels[kind][channel] } })
  return (
    <>
      <p className="max-w-[62ch] text-cocoa-600">
        Mails about signing in and about admins are always sent. Push reaches the devices below.
      </p>
      <table className="w-full border border-line bg-white">
        <thead>
          <tr className="border-line border-b text-left text-cocoa-600 text-small">
            <th scope="col" className="p-3 font-semibold sm:px-5">
              Alert
            </th>
            {ALERT_CHANNELS.map((channel) => (
              <th key={channel} scope="col" className="w-16 px-1 py-3 text-center font-semibold sm:w-24">
                {CHANNEL_LABELS[channel]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {ALERT_KINDS.map((kind) => (
            <tr key={kind}>
              <th scope="row" className="p-3 text-left font-normal sm:px-5">
                <span className="block font-semibold">{ALERT_TEXTS[kind].label}</span>
                <span className="block text-cocoa-600 text-small">{ALERT_TEXTS[kind].what}</span>
              </th>
              {ALERT_CHANNELS.map((channel) => (
                <td key={channel} className="text-center">
                  <label className="inline-grid size-11 cursor-pointer place-items-center">
                    <span className="sr-only">
                      {ALERT_TEXTS[kind].label}: {CHANNEL_LABELS[channel]}
                    </span>
                    <input
                      type="checkbox"
                      checked={channels[kind][channel]}
                      onChange={() => toggle(kind, channel)}
                      className="size-5 accent-cocoa-900"
                    />
                  </label>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

const NIGHT = { from: '22:00', to: '07:00' }

type QuietHoursProps = {
  value: AlertSettings
  change: (part: Partial<AlertSettings>) => void
  error: string | undefined
}

function QuietHours({ value: { quietHours, urgentPasses }, change, error }: QuietHoursProps) {
  return (
    <>
      <CheckboxField
        label="Alerts of these hours wait until they end"
        checked={quietHours !== null}
        onChange={({ target }) => change({ quietHours: target.checked ? NIGHT : null })}
      />
      {quietHours && (
        <>
          <div className="flex flex-wrap gap-4">
            <Field
              type="time"
              label="From"
              value={quietHours.from}
              onChange={({ target }) => change({ quietHours: { ...quietHours, from: target.value } })}
            />
            <Field
              type="time"
              label="To"
              value={quietHours.to}
              {...(error && { error })}
              onChange={({ target }) => change({ quietHours: { ...quietHours, to: target.value } })}
            />
          </div>
          <CheckboxField
            label="Money that waits, and failures, still reach me at once"
            checked={urgentPasses}
            onChange={({ target }) => change({ urgentPasses: target.checked })}
          />
        </>
      )}
    </>
  )
}
