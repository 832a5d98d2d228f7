import { eq, isNotNull } from 'drizzle-orm'
import type { Db } from '#src/db/database.server.ts'
import { users } from '#src/features/auth/auth.table.server.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'
import { SANDBOX } from '#src/features/payments/gateways/sandbox/sandbox-gateway.server.ts'
import { payments } from '#src/features/payments/payments.table.server.ts'
import { shopOpening } from '#src/features/settings/settings.table.server.ts'
import { batches } from '#src/features/traceability/traceability.table.server.ts'
import type { Env } from '#src/server/config/env.server.ts'

/** Throws in demo mode for the database of a live shop, and in live mode for that of a demo, unless its shop is open. */
export async function assertDatabaseMode(db: Db, { SHOP_MODE }: Pick<Env, 'SHOP_MODE'>): Promise<void> {
  if (SHOP_MODE === 'live' && (await db.$count(shopOpening)) === 0 && (await hasInventedData(db)))
    throw new Error('The database belongs to a demo: give the live shop its own DATA_DIR or DATABASE_URL')
  if (SHOP_MODE === 'demo' && (await belongsToLive(db)))
    throw new Error(
      'The database belongs to a live shop: set SHOP_MODE=live, or give the demo its own DATA_DIR or DATABASE_URL',
    )
}

/** The start of a demo adds the sample batch before its admin, that of a live shop only an admin. */
const belongsToLive = async (db: Db) =>
  (await db.$count(shopOpening, isNotNull(shopOpening.openedBy))) > 0 ||
  ((await db.$count(users, eq(users.isAdmin, true))) > 0 && !(await hasInventedData(db)))

const hasInventedData = async (db: Db) =>
  (await db.$count(batches, eq(batches.isSample, true))) > 0 ||
  (await db.$count(orders, eq(orders.isSample, true))) > 0 ||
  (await db.$count(payments, eq(payments.provider, SANDBOX))) > 0
