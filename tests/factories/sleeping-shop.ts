import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect, onTestFinished, vi } from 'vitest'
import { startScheduler } from '#src/app/jobs/scheduler.server.ts'
import type { Database } from '#src/db/open-database.server.ts'
import { createCouriers } from '#src/features/couriers/create-couriers.server.ts'
import { queueMessage } from '#src/features/notifications/outbox/outbox.server.ts'
import { subscribeToChanges } from '#src/server/cache/cache-invalidation.server.ts'
import { readEnv } from '#src/server/config/env.server.ts'
import { openObjectStorage } from '#src/storage/image-storage.server.ts'
import { temporaryFolder } from '#src/testing/resources.ts'
import { createMail } from './mail.ts'
import { createTestPayments } from './payments/payments.ts'

/** As `npm start` has it, without routes. Its jobs have run once and sleep. */
export async function startSleepingShop(database: Database) {
  const env = { ...readEnv({}), DATA_DIR: temporaryFolder() }
  const statements = vi.spyOn(pg.Client.prototype, 'query')
  const sent: string[] = []
  const scheduler = startScheduler({
    database,
    context: { ...createTestPayments(database.db), now: () => new Date() },
    couriers: createCouriers(env.couriers),
    deliver: async ({ text }) => void sent.push(text),
    adminEmail: env.ADMIN_EMAIL,
    publicUrl: env.PUBLIC_URL,
    storage: openObjectStorage(env),
    mayWrite: () => true,
  })
  const consistent = vi.fn(scheduler.listener.setConsistent)
  const subscription = await subscribeToChanges(database, { ...scheduler.listener, setConsistent: consistent })
  onTestFinished(async () => {
    statements.mockRestore()
    await scheduler.stop()
    await subscription.stop()
  })
  /** How many statements are sent in that time, by all that runs here. */
  const countStatements = async (seconds: number) => {
    const before = statements.mock.calls.length
    await sleep(seconds * 1000)
    return statements.mock.calls.length - before
  }
  await expect.poll(() => countStatements(2), { timeout: 60_000, interval: 0 }).toBeLessThan(4)
  return { scheduler, sent, countStatements, isConsistent: () => consistent.mock.lastCall?.[0] }
}

export const queueTestMail = ({ db }: Pick<Database, 'db'>, text: string, notBefore?: Date) =>
  queueMessage(db, {
    channel: 'email',
    to: 'asha@example.com',
    ...createMail(text, text),
    idempotencyKey: `test:${text}`,
    notBefore,
  })
