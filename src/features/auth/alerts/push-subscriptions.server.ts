import { ECDH } from 'node:crypto'
import { and, desc, eq, ne, notExists, or, type SQL, sql } from 'drizzle-orm'
import { DomainError } from '#src/core/domain-error.ts'
import { type Db, inTransaction, onlyRow } from '#src/db/database.server.ts'
import { type Actor, recordChange } from '#src/features/audit/record-change.server.ts'
import { sessions, users } from '#src/features/auth/auth.table.server.ts'
import { hashToken, isOpenAdminSession } from '#src/features/auth/sessions/sessions.server.ts'
import { deleteWaitingPushes } from '#src/features/notifications/outbox/delete-messages.server.ts'
import { queueMessage } from '#src/features/notifications/outbox/outbox.server.ts'
import { isPushEndpoint } from '#src/features/notifications/push/push-endpoint.server.ts'
import { loadPushKeys } from '#src/features/notifications/push/push-keys.server.ts'
import type { PushDevices } from '#src/features/notifications/push/push-sender.server.ts'
import { type AlertDevice, MAX_DEVICES, type NewPushSubscription } from './alerts.contract.ts'
import { adminAlertSettings, pushSubscriptions } from './alerts.table.server.ts'

/** Lists the devices on which an admin gets pushes. */
export async function listDevices(db: Db, userId: string): Promise<AlertDevice[]> {
  const rows = await db
    .select()
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.userId, userId))
    .orderBy(desc(pushSubscriptions.createdAt), pushSubscriptions.id)
  return rows.map(toDevice)
}

const toDevice = ({ id, device, createdAt, lastSentAt }: typeof pushSubscriptions.$inferSelect): AlertDevice => ({
  id,
  name: device,
  createdAt: createdAt.toISOString(),
  lastSentAt: lastSentAt?.toISOString() ?? null,
})

type NewDevice = {
  subscription: NewPushSubscription
  name: string
  by: Actor
  /** Of the admin session. */
  token: string | undefined
  allowsAnyAddress: boolean
}

/** Adds a browser of an admin, or updates its keys. A browser that another admin added changes its owner. */
export async function addDevice(db: Db, { subscription, name, by, token, allowsAnyAddress }: NewDevice) {
  const { endpoint, keys } = subscription
  if (!isPoint(keys.p256dh)) throw new DomainError('invalid', 'This is no key of a browser.')
  if (!(allowsAnyAddress || isPushEndpoint(endpoint)))
    throw new DomainError('conflict', 'Notifications cannot be sent to this address.')
  const { publicKey } = await loadPushKeys(db)
  return inTransaction(db, async (tx): Promise<AlertDevice> => {
    await tx.select({ id: users.id }).from(users).where(eq(users.id, by.id)).for('update')
    const own = and(eq(pushSubscriptions.userId, by.id), ne(pushSubscriptions.endpoint, endpoint))
    if ((await tx.$count(pushSubscriptions, own)) >= MAX_DEVICES)
      throw new DomainError('conflict', `You have ${MAX_DEVICES} devices. Please remove one first.`)
    const sessionId = await findSessionId(tx, token)
    const values = { userId: by.id, endpoint, ...keys, publicKey, device: name, sessionId }
    const [known] = await tx
      .select({ id: pushSubscriptions.id })
      .from(pushSubscriptions)
      .where(and(eq(pushSubscriptions.endpoint, endpoint), eq(pushSubscriptions.userId, by.id)))
    const added = tx
      .insert(pushSubscriptions)
      .values(values)
      .onConflictDoUpdate({ target: pushSubscriptions.endpoint, set: values })
    const row = onlyRow(await added.returning())
    if (!known) await record(tx, by, { after: { notifications: name } })
    return toDevice(row)
  })
}

/** Whether it is an uncompressed point on the curve P-256, which the encryption needs (RFC 8291). */
function isPoint(p256dh: string): boolean {
  const key = Buffer.from(p256dh, 'base64url')
  try {
    ECDH.convertKey(key, 'prime256v1')
    return key[0] === 4
  } catch {
    return false
  }
}

type OwnDevice = { id: string; by: Actor }

/** Removes an admin's own device and what waits for it. Throws `not-found`. */
export async function removeDevice(db: Db, { id, by }: OwnDevice): Promise<void> {
  await inTransaction(db, async (tx) => {
    const [removed] = await tx
      .delete(pushSubscriptions)
      .where(and(eq(pushSubscriptions.id, id), eq(pushSubscriptions.userId, by.id)))
      .returning()
    if (!removed) throw new DomainError('not-found', NO_DEVICE)
    await deleteWaitingPushes(tx, [id])
    await record(tx, by, { before: { notifications: removed.device } })
  })
}

const NO_DEVICE = 'This device was removed already.'

type Change = { before?: Record<string, string>; after?: Record<string, string> }

const record = (tx: Db, by: Actor, change: Change) =>
  recordChange(tx, { by, entity: 'admin', entityId: by.email, action: change.after ? 'create' : 'delete', ...change })

/** Queues a push to an admin's own device. Throws `not-found`. */
export async function sendTestPush(db: Db, { id, by, now }: OwnDevice & { now: Date }): Promise<void> {
  const [device] = await db
    .select({ id: pushSubscriptions.id })
    .from(pushSubscriptions)
    .where(and(eq(pushSubscriptions.id, id), eq(pushSubscriptions.userId, by.id)))
  if (!device) throw new DomainError('not-found', NO_DEVICE)
  await queueMessage(db, {
    channel: 'push',
    to: by.email,
    title: 'Notifications work',
    text: 'This is how an alert looks on this device.',
    push: { device: id, path: '/admin?view=alerts', tag: 'test', ttlSeconds: 600, isUrgent: true },
    idempotencyKey: `push-test:${id}:${now.toISOString()}`,
  })
}

type EndedSession = Pick<typeof sessions.$inferSelect, 'id' | 'userId' | 'device'>

/**
 * Removes the browser of a session that was signed out or ended. If the browser has signed in again since it subscribed,
 * only its name identifies it, so devices of that name without an open session are removed, too.
 */
export async function removeDevicesOfSession(tx: Db, { id, userId, device }: EndedSession, now: Date): Promise<void> {
  const open = tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.id, pushSubscriptions.sessionId), isOpenAdminSession(now)))
  const isItsBrowser = or(
    eq(pushSubscriptions.sessionId, id),
    and(eq(pushSubscriptions.device, device), notExists(open)),
  )
  await removeDevices(tx, and(eq(pushSubscriptions.userId, userId), isItsBrowser))
}

/** Removes all devices of an admin, except that of the session with the token `keep`. */
export async function removeAllDevices(tx: Db, userId: string, keep?: string): Promise<void> {
  const isOther = keep && sql`${pushSubscriptions.sessionId} is distinct from ${await findSessionId(tx, keep)}::uuid`
  await removeDevices(tx, and(eq(pushSubscriptions.userId, userId), isOther || undefined))
}

async function removeDevices(tx: Db, which: SQL | undefined): Promise<void> {
  const removed = await tx.delete(pushSubscriptions).where(which).returning()
  await deleteWaitingPushes(
    tx,
    removed.map(({ id }) => id),
  )
}

async function findSessionId(db: Db, token: string | undefined): Promise<string | null> {
  if (!token) return null
  const [session] = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.tokenHash, hashToken(token)))
  return session?.id ?? null
}

/** Erases the devices and the alert settings of a former admin. */
export async function eraseAlertSettings(tx: Db, userId: string): Promise<void> {
  await removeAllDevices(tx, userId)
  await tx.delete(adminAlertSettings).where(eq(adminAlertSettings.userId, userId))
}

/** Finds and removes devices for the sender of pushes. */
export const pushDevices = (db: Db): PushDevices => ({
  find: async (id) => {
    const { endpoint, p256dh, auth, publicKey } = pushSubscriptions
    const [device] = await db
      .select({ endpoint, p256dh, auth, publicKey })
      .from(pushSubscriptions)
      .innerJoin(users, eq(users.id, pushSubscriptions.userId))
      .where(and(eq(pushSubscriptions.id, id), eq(users.isAdmin, true)))
    return device
  },
  remove: async (id) => void (await db.delete(pushSubscriptions).where(eq(pushSubscriptions.id, id))),
  recordSuccess: async (id) =>
    void (await db.update(pushSubscriptions).set({ lastSentAt: new Date() }).where(eq(pushSubscriptions.id, id))),
})
