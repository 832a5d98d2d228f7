import { z } from 'zod'
import { ClockTime } from '#src/core/validation/fields.ts'
import { ALERT_CHANNELS, ALERT_KINDS, type AlertKind, URGENT_KINDS } from './alert-kinds.ts'

const Channels = z.strictObject({ email: z.boolean(), push: z.boolean() })
const QuietHours = z
  .strictObject({ from: ClockTime, to: ClockTime })
  .refine(({ from, to }) => from !== to, { path: ['to'], message: 'Please choose another time than the first.' })

export const AlertSettings = z.strictObject({
  channels: z.strictObject(
    Object.fromEntries(ALERT_KINDS.map((kind) => [kind, Channels])) as Record<AlertKind, typeof Channels>,
  ),
  quietHours: QuietHours.nullable(),
  /** Whether alerts about money and failures ignore quiet hours. */
  urgentPasses: z.boolean(),
  digest: z.boolean(),
})
export type AlertSettings = z.infer<typeof AlertSettings>

const base64url = (bytes: number) =>
  z
    .string()
    .refine((text) => /^[\w-]+={0,2}$/.test(text) && Math.floor((text.replace(/=+$/, '').length * 3) / 4) === bytes, {
      message: 'This is no key of a browser.',
    })

/** What `PushSubscription.toJSON()` says (W3C Push API). */
export const NewPushSubscription = z.strictObject({
  endpoint: z.url().max(1000),
  keys: z.strictObject({ p256dh: base64url(65), auth: base64url(16) }),
})
export type NewPushSubscription = z.infer<typeof NewPushSubscription>

export const AlertDevice = z.object({
  id: z.uuid(),
  name: z.string(),
  createdAt: z.iso.datetime(),
  lastSentAt: z.iso.datetime().nullable(),
})
export type AlertDevice = z.infer<typeof AlertDevice>

const AlertReach = z.record(z.enum(URGENT_KINDS), z.array(z.enum(ALERT_CHANNELS)))
export type AlertReach = z.infer<typeof AlertReach>

export const Alerts = z.object({
  settings: AlertSettings,
  devices: z.array(AlertDevice),
  /** Without this admin. */
  reachOfOthers: AlertReach,
})
export type Alerts = z.infer<typeof Alerts>

/** The shop's VAPID key in base64url, with which browsers subscribe. */
export const PushKey = z.object({ publicKey: z.string() })
export type PushKey = z.infer<typeof PushKey>

export const MAX_DEVICES = 10
