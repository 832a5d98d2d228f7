import { eq } from 'drizzle-orm'
import { addMinutes, minutesOfShopDay, startOfShopDay } from '#src/core/dates.ts'
import type { Db } from '#src/db/database.server.ts'
import { users } from '#src/features/auth/auth.table.server.ts'
import { ALERT_KINDS, type AlertChannel, reachedBy, URGENT_KINDS, type UrgentKind } from './alert-kinds.ts'
import type { AlertReach, AlertSettings } from './alerts.contract.ts'
import { adminAlertSettings, pushSubscriptions } from './alerts.table.server.ts'

/** Without settings an admin gets every alert, by e-mail and on each added device. */
const DEFAULT_CHANNELS = Object.fromEntries(
  ALERT_KINDS.map((kind) => [kind, { email: true, push: true }]),
) as AlertSettings['channels']

type Row = typeof adminAlertSettings.$inferSelect

const withDefaults = (row: Row | null | undefined): AlertSettings => ({
  channels: { ...DEFAULT_CHANNELS, ...row?.channels },
  quietHours: row?.quietHours ?? null,
  urgentPasses: row?.urgentPasses ?? false,
  digest: row?.digest ?? true,
})

export async function readAlertSettings(db: Db, userId: string): Promise<AlertSettings> {
  const [row] = await db.select().from(adminAlertSettings).where(eq(adminAlertSettings.userId, userId))
  return withDefaults(row)
}

/** Saves which alerts an admin gets, and when. */
export async function saveAlertSettings(db: Db, userId: string, settings: AlertSettings): Promise<void> {
  await db
    .insert(adminAlertSettings)
    .values({ userId, ...settings })
    .onConflictDoUpdate({ target: adminAlertSettings.userId, set: settings })
}

export type AlertRecipient = { id: string; email: string; settings: AlertSettings }

/** Lists all admins with their alert settings. */
export async function listAlertRecipients(db: Db): Promise<AlertRecipient[]> {
  const rows = await db
    .select({ id: users.id, email: users.email, chosen: adminAlertSettings })
    .from(users)
    .leftJoin(adminAlertSettings, eq(adminAlertSettings.userId, users.id))
    .where(eq(users.isAdmin, true))
    .orderBy(users.email)
  return rows.map(({ chosen, ...admin }) => ({ ...admin, settings: withDefaults(chosen) }))
}

/** By which channels the urgent kinds reach an admin, or one besides `except`. */
export async function readAlertReach(db: Db, except?: string): Promise<AlertReach> {
  const recipients = (await listAlertRecipients(db)).filter(({ id }) => id !== except)
  const devices = await db.selectDistinct({ userId: pushSubscriptions.userId }).from(pushSubscriptions)
  const channelsOf = (kind: UrgentKind): AlertChannel[] => {
    const reached = recipients.flatMap(({ id, settings }) =>
      reachedBy(
        settings.channels[kind],
        devices.some(({ userId }) => userId === id),
      ),
    )
    return [...new Set(reached)].sort()
  }
  return Object.fromEntries(URGENT_KINDS.map((kind) => [kind, channelsOf(kind)])) as AlertReach
}

/** Returns the end of the quiet hours that `now` is in, and undefined outside them. */
export function findQuietEnd(quietHours: AlertSettings['quietHours'], now: Date): Date | undefined {
  if (!quietHours) return undefined
  const [from, to, at] = [minutesOf(quietHours.from), minutesOf(quietHours.to), minutesOfShopDay(now)]
  const isOverMidnight = from > to
  const isQuiet = isOverMidnight ? at >= from || at < to : at >= from && at < to
  if (!isQuiet) return undefined
  const endsTomorrow = isOverMidnight && at >= from
  return addMinutes(startOfShopDay(now), to + (endsTomorrow ? MINUTES_A_DAY : 0))
}

const MINUTES_A_DAY = 24 * 60

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}
