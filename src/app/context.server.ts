import { createHmac } from 'node:crypto'
import { seedDemo } from '#db/demo/seed-demo.ts'
import { type Scheduler, startScheduler } from '#src/app/jobs/scheduler.server.ts'
import { assertDatabaseMode } from '#src/app/opening/database-mode.server.ts'
import { createOpeningState, type OpeningState } from '#src/app/opening/opening-state.server.ts'
import { type CustomerPages, createCustomerPages } from '#src/app/pages/customer-pages.server.ts'
import { openBackupSocket } from '#src/db/backup/backup-socket.server.ts'
import type { Db } from '#src/db/database.server.ts'
import { type Database, openDatabase } from '#src/db/open-database.server.ts'
import { ensureAdmin } from '#src/features/auth/admins/admins.server.ts'
import { alertAdmins } from '#src/features/auth/alerts/alert-admins.server.ts'
import { pushDevices } from '#src/features/auth/alerts/push-subscriptions.server.ts'
import { createSessionCache, type SessionCache } from '#src/features/auth/sessions/session-cache.server.ts'
import { countProductsOnSale } from '#src/features/catalog/food/stored-facts.server.ts'
import { createSearchIndex, type SearchIndex } from '#src/features/catalog/search/search-index.server.ts'
import { createCouriers } from '#src/features/couriers/create-couriers.server.ts'
import { createDelivery } from '#src/features/notifications/channels/channels.server.ts'
import { createSendLimiter } from '#src/features/notifications/channels/send-limits.server.ts'
import { encryptOldMessages } from '#src/features/notifications/encrypt-old-messages.server.ts'
import { findMailProblem } from '#src/features/notifications/outbox/mail-delivery.server.ts'
import { createPushSender } from '#src/features/notifications/push/push-sender.server.ts'
import { pendingAtInactiveGateways } from '#src/features/payments/gateways/gateway-checks.server.ts'
import type { PaymentGateway } from '#src/features/payments/gateways/payment-gateway.server.ts'
import { createRazorpayGateway } from '#src/features/payments/gateways/razorpay/razorpay-gateway.server.ts'
import {
  createSandboxGateway,
  type SandboxOptions,
} from '#src/features/payments/gateways/sandbox/sandbox-gateway.server.ts'
import type { PaymentContext } from '#src/features/payments/initiate-payment.server.ts'
import { createManualUpiGateway } from '#src/features/payments/manual-upi/manual-upi-gateway.server.ts'
import { readOpening } from '#src/features/settings/opening/opening.server.ts'
import { readSection, readVersionedSection } from '#src/features/settings/read-settings.server.ts'
import { type ChangeListener, subscribeToChanges } from '#src/server/cache/cache-invalidation.server.ts'
import { createResponseCache, type ResponseCache } from '#src/server/cache/response-cache.server.ts'
import { addStaleNotice } from '#src/server/cache/stale-notice.server.ts'
import { type Env, loadSessionSecret, readEnv } from '#src/server/config/env.server.ts'
import { configureProcess, RUN } from '#src/server/config/process-settings.server.ts'
import {
  assertWritable,
  type DiskSpace,
  minFreeBytes,
  watchDiskSpace,
} from '#src/server/telemetry/disk-space.server.ts'
import { log } from '#src/server/telemetry/log.server.ts'
import { openObjectStorage } from '#src/storage/image-storage.server.ts'
import { ORDER_EVENTS } from './order-events.server.ts'

export type AppContext = {
  env: Env
  database: Database
  secret: string
  sandbox: SandboxOptions
  payments: PaymentContext
  responseCache: ResponseCache
  sessionCache: SessionCache
  customerPages: CustomerPages
  searchIndex: SearchIndex
  opening: OpeningState
  cacheSynced: () => Promise<void>
  diskSpace: DiskSpace
  scheduler: Scheduler
  /** Aborted at shutdown, for responses that never end. */
  closing: AbortController
  close: () => Promise<void>
}

/** On globalThis because the development server reloads modules on every edit. */
const shared = globalThis as typeof globalThis & { runningShop?: Promise<AppContext> }

export function getAppContext(): Promise<AppContext> {
  shared.runningShop ??= openShop(readEnv(process.env))
  return shared.runningShop
}

async function openShop(env: Env): Promise<AppContext> {
  const secret = loadSessionSecret(env)
  configureProcess({
    publicUrl: env.PUBLIC_URL,
    trustedProxies: env.TRUSTED_PROXIES,
    rateLimits: env.RATE_LIMITS,
    masterSecret: () => secret,
    networkSecret: derivedSecret(secret, 'network addresses'),
  })
  if (!env.s3) await assertWritable(env.DATA_DIR)
  const database = await openDatabase(env.database)
  const { db } = database
  await assertDatabaseMode(db, env).catch(async (error) => {
    await database.close()
    throw error
  })
  await encryptOldMessages(db)
  if (env.SHOP_MODE === 'demo') await seedDemo(db, env.ADMIN_EMAIL)
  const admin = await ensureAdmin(db, env)
  if (admin?.generatedPassword) sayPassword(admin.email, admin.generatedPassword)
  const opening = createOpeningState(db, env.SHOP_MODE)
  if (env.SHOP_MODE === 'live') {
    await warnIfTaxUnset(db)
    await warnIfNotOpen(db, env.PUBLIC_URL)
  }

  const sandbox = { db, publicUrl: env.PUBLIC_URL, secret: derivedSecret(secret, 'sandbox webhooks') }
  const context = { db, gateway: createGateway(env, sandbox), now: () => new Date(), events: ORDER_EVENTS }
  const left = await pendingAtInactiveGateways(db, context.gateway.name)
  if (left) log.warn(left)
  const storing = { isEmbedded: database.kind === 'embedded', hasBucket: env.s3 !== undefined }
  const space = await watchDiskSpace(env.DATA_DIR, { minBytes: minFreeBytes(env.MIN_FREE_MB, storing) })
  const scheduler = startScheduler({
    database,
    context,
    couriers: createCouriers(env.couriers),
    adminEmail: env.ADMIN_EMAIL,
    publicUrl: env.PUBLIC_URL,
    storage: openObjectStorage(env),
    backups: backupsOf(env),
    mayWrite: () => database.kind === 'postgres' || !space.isLow(),
    deliver: openChannels(env, db),
  })
  const { caches, listener } = createCaches(db, opening)
  const subscription = await subscribeToChanges(database, notifyAll(listener, scheduler.listener))
  const closeBackupSocket =
    database.kind === 'embedded' ? await openBackupSocket(database.pool, env.DATA_DIR) : undefined
  const close = async () => {
    await closeBackupSocket?.()
    space.stop()
    await scheduler.stop()
    await subscription.stop()
    await database.close()
  }
  return {
    env,
    database,
    secret,
    sandbox,
    payments: context,
    ...caches,
    opening,
    cacheSynced: subscription.flushed,
    diskSpace: space,
    scheduler,
    closing: new AbortController(),
    close,
  }
}

/** A demo without backups is no failure. */
function backupsOf({ SHOP_MODE, BACKUP_DIR, BACKUP_MAX_AGE_HOURS }: Env) {
  if (SHOP_MODE !== 'live' || !BACKUP_DIR) return undefined
  return { folder: BACKUP_DIR, maxAgeHours: BACKUP_MAX_AGE_HOURS }
}

function createCaches(db: Db, opening: OpeningState) {
  const sessionCache = createSessionCache(db)
  const caches = {
    responseCache: createResponseCache({ addNotice: addStaleNotice }),
    sessionCache,
    customerPages: createCustomerPages(sessionCache),
    searchIndex: createSearchIndex(db),
  }
  return { caches, listener: notifyAll(...Object.values(caches), opening) }
}

function openChannels(env: Env, db: Db) {
  return createDelivery(env, {
    smsTemplateIds: async () => (await readSection(db, 'sms')).templates,
    whatsAppTemplates: async () => (await readSection(db, 'sms')).whatsApp,
    limitTexts: createSendLimiter(db, (alert) => alertAdmins(db, { ...alert, fallback: env.ADMIN_EMAIL })),
    sendPush: createPushSender({
      db,
      devices: pushDevices(db),
      contact: env.https ? env.PUBLIC_URL : `mailto:${env.ADMIN_EMAIL}`,
      allowsAnyAddress: env.PUSH_ANYWHERE === 'accepted',
    }),
  })
}

function sayPassword(email: string, password: string): void {
  console.log(`The admin signs in at /admin-login as ${email} with ${password}`)
  console.log(`  (shown only once; ${RUN} admin -- password ${email} sets a new one)`)
}

async function warnIfTaxUnset(db: Db): Promise<void> {
  const { version, value } = await readVersionedSection(db, 'tax')
  if (version > 0) return
  console.log(`No GST registration is set, so the shop delivers inside ${value.homeState} only (Settings, GST)`)
}

async function warnIfNotOpen(db: Db, publicUrl: string): Promise<void> {
  const { isOpen, items } = await readOpening(db, { mode: 'live', countProductsOnSale, findMailProblem })
  if (isOpen) return
  const done = items.filter(({ missing }) => missing === null).length
  console.log(
    `The shop is not open to customers yet: ${done} of ${items.length} on the checklist at ${publicUrl}/admin are done`,
  )
}

function notifyAll(...listeners: ChangeListener[]): ChangeListener {
  return {
    invalidate: (tag) => {
      for (const listener of listeners) listener.invalidate(tag)
    },
    setConsistent: (is) => {
      for (const listener of listeners) listener.setConsistent(is)
    },
  }
}

function createGateway(env: Env, sandbox: SandboxOptions): PaymentGateway {
  if (env.razorpay) return createRazorpayGateway({ db: sandbox.db, ...env.razorpay })
  return env.manualUpi ? createManualUpiGateway(env.manualUpi) : createSandboxGateway(sandbox)
}

function derivedSecret(secret: string, purpose: string): string {
  return createHmac('sha256', secret).update(purpose).digest('base64url')
}
