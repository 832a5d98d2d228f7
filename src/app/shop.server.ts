import { createHmac } from 'node:crypto'
import { seedDemoCatalogue } from '#db/demo/seed-catalogue.ts'
import { seedDemoCustomOrders } from '#db/demo/seed-custom-orders.ts'
import { seedDemoHistory } from '#db/demo/seed-history.ts'
import { seedDemoHouse } from '#db/demo/seed-house.ts'
import { seedDemoPromotions } from '#db/demo/seed-promotions.ts'
import { seedDemoRegistration } from '#db/demo/seed-registration.ts'
import { seedDemoReviews } from '#db/demo/seed-reviews.ts'
import { seedSampleBatch } from '#db/demo/seed-sample-batch.ts'
import { seedDemoStories } from '#db/demo/seed-stories.ts'
import { seedDemoTickets } from '#db/demo/seed-tickets.ts'
import { ensureAdmin } from '#src/features/account/admins.server.ts'
import { setSessionCookieFor } from '#src/features/account/session-cookie.server.ts'
import { confirmPaidQuote } from '#src/features/custom-orders/quoted-orders.server.ts'
import { deliveryFor } from '#src/features/notifications/delivery.server.ts'
import { sealOldMessages } from '#src/features/notifications/seal-old-messages.server.ts'
import { smsBudgetIn } from '#src/features/notifications/sms-budget.server.ts'
import { leftAtFormerProviders } from '#src/features/payments/former-providers.server.ts'
import { createManualUpi } from '#src/features/payments/manual-upi.server.ts'
import type { PaymentProvider } from '#src/features/payments/payment-provider.server.ts'
import type { Till } from '#src/features/payments/payments.server.ts'
import { createRazorpay } from '#src/features/payments/razorpay.server.ts'
import { createSandbox, type SandboxOptions } from '#src/features/payments/sandbox.server.ts'
import { openingOf } from '#src/features/settings/opening.server.ts'
import { readSection, sectionOnDesk } from '#src/features/settings/settings.server.ts'
import { followChanges, type Hearer } from '#src/platform/change-feed.server.ts'
import { setTrustedProxies } from '#src/platform/client-address.server.ts'
import { openDataDoor } from '#src/platform/data-door.server.ts'
import { type Database, type Db, openDatabase } from '#src/platform/database.server.ts'
import { type Env, readEnv } from '#src/platform/env.server.ts'
import { type FreeSpace, watchFreeSpace } from '#src/platform/free-space.server.ts'
import { createKeptAnswers, type KeptAnswers } from '#src/platform/kept-answers.server.ts'
import { setShopSecret } from '#src/platform/keys.server.ts'
import { log } from '#src/platform/log.server.ts'
import { setNetworkSecret } from '#src/platform/network.server.ts'
import { openShelf } from '#src/platform/picture-shelf.server.ts'
import { setPublicUrl } from '#src/platform/public-link.server.ts'
import { setRateLimits } from '#src/platform/rate-limit.server.ts'
import { sessionSecret } from '#src/platform/session-secret.server.ts'
import { markAsOf } from './as-of.server.ts'
import { type Clock, startClock } from './clock.server.ts'
import { createOpeningWatch, type OpeningWatch } from './opening-watch.server.ts'

/** One running shop: what the calls, the pages and the clock share. */
export type Shop = {
  env: Env
  database: Database
  secret: string
  sandbox: SandboxOptions
  till: Till
  /** What everybody who is not signed in is sent, ready made. */
  kept: KeptAnswers
  /** Whether shoppers are let in. */
  opening: OpeningWatch
  /** Resolves when what is committed by now is no longer given from memory as it was. */
  changesHeard: () => Promise<void>
  /** How much room is left for what the shop writes. */
  space: FreeSpace
  clock: Clock
  /** Aborted when the process wants to go, for answers that would go on for ever. */
  closing: AbortController
  close: () => Promise<void>
}

/** On globalThis because the development server loads modules anew on every edit, and the data folder opens only once. */
const shared = globalThis as typeof globalThis & { runningShop?: Promise<Shop> }

/** The process's one shop, opened at the first call. */
export function runningShop(): Promise<Shop> {
  shared.runningShop ??= openShop(readEnv(process.env))
  return shared.runningShop
}

/** What holds for the whole process. */
function configureProcess(env: Env): void {
  setRateLimits(env.RATE_LIMITS)
  setTrustedProxies(env.TRUSTED_PROXIES)
  setSessionCookieFor(env.PUBLIC_URL)
  setPublicUrl(env.PUBLIC_URL)
}

/** Opens the data, makes what a first start needs, and starts the clock. */
async function openShop(env: Env): Promise<Shop> {
  configureProcess(env)
  const secret = sessionSecret(env)
  setNetworkSecret(derivedSecret(secret, 'network addresses'))
  setShopSecret(secret)
  const database = await openDatabase(env.database)
  const { db } = database
  await sealOldMessages(db)
  if (env.SHOP_MODE === 'demo') await seedDemo(db, env.ADMIN_EMAIL)
  const admin = await ensureAdmin(db, env)
  if (admin?.inventedPassword) sayPassword(admin.email, admin.inventedPassword)
  const opening = createOpeningWatch(db, env.SHOP_MODE)
  if (env.SHOP_MODE === 'live') {
    await sayWhereItSends(db)
    await sayWhetherItIsOpen(db, env.PUBLIC_URL)
  }

  const sandbox = { db, publicUrl: env.PUBLIC_URL, secret: derivedSecret(secret, 'sandbox webhooks') }
  const till = { db, provider: providerFor(env, sandbox), now: () => new Date(), onPaid: confirmPaidQuote }
  const left = await leftAtFormerProviders(db, till.provider.name)
  if (left) log.warn(left)
  const space = await watchFreeSpace(env.DATA_DIR, { minBytes: env.MIN_FREE_MB * 1024 * 1024 })
  const clock = startClock({
    database,
    till,
    makerEmail: env.ADMIN_EMAIL,
    publicUrl: env.PUBLIC_URL,
    shelf: openShelf(env),
    mayWrite: () => database.kind === 'postgres' || !space.isShort(),
    deliver: deliveryFor(env, {
      smsTemplateIds: async () => (await readSection(db, 'sms')).templates,
      smsBudget: smsBudgetIn(db, env.ADMIN_EMAIL),
    }),
  })
  const kept = createKeptAnswers({ markAsOf })
  const following = await followChanges(database, hearAll(kept, opening))
  const closeDoor = database.kind === 'embedded' ? await openDataDoor(database.pool, env.DATA_DIR) : undefined
  const close = async () => {
    await closeDoor?.()
    space.stop()
    await clock.stop()
    await following.stop()
    await database.close()
  }
  return {
    env,
    database,
    secret,
    sandbox,
    till,
    kept,
    opening,
    changesHeard: following.caughtUp,
    space,
    clock,
    closing: new AbortController(),
    close,
  }
}

function sayPassword(email: string, password: string): void {
  console.log(`The admin signs in at /admin-login as ${email} with ${password}`)
  console.log('  (shown this once; npm run admin -- password gives another)')
}

/** A shop that looks as if it had been open for a while. */
async function seedDemo(db: Db, adminEmail: string): Promise<void> {
  await seedDemoHouse(db)
  await seedDemoRegistration(db)
  await seedDemoCatalogue(db)
  await seedDemoHistory(db, new Date())
  await seedDemoPromotions(db)
  await seedDemoReviews(db, new Date())
  await seedSampleBatch(db)
  await seedDemoStories(db, new Date())
  await seedDemoCustomOrders(db, new Date())
  await seedDemoTickets(db, { now: new Date(), makerEmail: adminEmail })
}

/** A shop opens without a word about GST, and then sends to few: better said at the start than found out by a shopper. */
async function sayWhereItSends(db: Db): Promise<void> {
  const { version, value } = await sectionOnDesk(db, 'tax')
  if (version > 0) return
  console.log(
    `How the shop is registered for GST is not set, so it delivers inside ${value.homeState} only (Settings, GST)`,
  )
}

/** A live shop keeps shoppers out until its checklist is done: whoever starts it must know. */
async function sayWhetherItIsOpen(db: Db, publicUrl: string): Promise<void> {
  const { isOpen, items } = await openingOf(db, 'live')
  if (isOpen) return
  const done = items.filter(({ missing }) => missing === null).length
  console.log(
    `The shop is not open to shoppers yet: ${done} of ${items.length} on the checklist at ${publicUrl}/admin are done`,
  )
}

/** News of what changed go to all who keep something. */
function hearAll(...hearers: Hearer[]): Hearer {
  return {
    changed: (what) => {
      for (const hearer of hearers) hearer.changed(what)
    },
    certain: (is) => {
      for (const hearer of hearers) hearer.certain(is)
    },
  }
}

/** Who moves the money. A live shop does not start without a real one (env.server.ts). */
function providerFor(env: Env, sandbox: SandboxOptions): PaymentProvider {
  if (env.razorpay) return createRazorpay({ db: sandbox.db, ...env.razorpay })
  return env.manualUpi ? createManualUpi(env.manualUpi) : createSandbox(sandbox)
}

/** A secret of its own for every purpose, so that none of them can stand in for another. */
function derivedSecret(secret: string, purpose: string): string {
  return createHmac('sha256', secret).update(purpose).digest('base64url')
}
