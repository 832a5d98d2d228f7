import { and, desc, eq, exists, lt, or, sql } from 'drizzle-orm'
import { shopDay } from '#src/core/dates.ts'
import { DomainError } from '#src/core/domain-error.ts'
import { paise, paiseFromRupees, rupees } from '#src/core/money.ts'
import { type Db, databaseErrorCode, inTransaction, onlyRow, UNIQUE_VIOLATION } from '#src/db/database.server.ts'
import { toPage } from '#src/db/pages.server.ts'
import { type Actor, recordChange } from '#src/features/audit/record-change.server.ts'
import type { AdminPromotion, PromotionTerms } from './admin-promotions.contract.ts'
import { promotions, promotionUses } from './promotions.table.server.ts'

type Row = typeof promotions.$inferSelect
const ONE_DAY_MS = 86_400_000

export async function listPromotions(db: Db, { limit, cursor, now }: { limit: number; cursor?: string; now: Date }) {
  const after = cursor ? await findPromotion(db, cursor) : undefined
  const rows = await db
    .select({ promotion: promotions, everUsed: wasEverUsed(db) })
    .from(promotions)
    .where(
      after &&
        or(
          lt(promotions.createdAt, after.createdAt),
          and(eq(promotions.createdAt, after.createdAt), lt(promotions.id, after.id)),
        ),
    )
    .orderBy(desc(promotions.createdAt), desc(promotions.id))
    .limit(limit + 1)
  const page = toPage(
    rows.map((row) => toAdminPromotion(row, now)),
    limit,
  )
  return { ...page, total: await db.$count(promotions) }
}

type ChangeInput = { terms: PromotionTerms; by: Actor; now: Date }

export async function addPromotion(db: Db, { terms, by, now }: ChangeInput): Promise<AdminPromotion> {
  return withUniqueCode(terms.code, () =>
    inTransaction(db, async (tx) => {
      const row = onlyRow(await tx.insert(promotions).values(columnsOf(terms)).returning())
      const promotion = toAdminPromotion({ promotion: row, everUsed: false }, now)
      await recordChange(tx, { ...changeOf(row, by), action: 'create', after: termsOf(promotion) })
      return promotion
    }),
  )
}

/** For future orders. The row stays locked, so that no order is counted while the limit is lowered. */
export async function changePromotion(db: Db, id: string, { terms, by, now }: ChangeInput): Promise<AdminPromotion> {
  return withUniqueCode(terms.code, () =>
    inTransaction(db, async (tx) => {
      const { promotion: row, everUsed } = await lockPromotion(tx, id)
      const before = toAdminPromotion({ promotion: row, everUsed }, now)
      if (everUsed && terms.code !== row.code)
        throw new DomainError('conflict', `${row.code} is used by orders and cannot be renamed.`)
      if (terms.maxUses !== null && terms.maxUses < row.used)
        throw new DomainError('conflict', `${row.code} has been used ${row.used} times already.`)
      const columns = columnsOf(terms)
      // An unchanged last day keeps the exact end: a promotion that ended at noon does not run until midnight.
      const endsAt = terms.lastDay === before.lastDay ? row.endsAt : columns.endsAt
      const startsAt = terms.startsOn === before.startsOn ? row.startsAt : columns.startsAt
      const changed = onlyRow(
        await tx
          .update(promotions)
          .set({ ...columns, startsAt, endsAt, active: true })
          .where(eq(promotions.id, id))
          .returning(),
      )
      const after = toAdminPromotion({ promotion: changed, everUsed }, now)
      await recordChange(tx, {
        ...changeOf(row, by),
        action: 'update',
        before: { ...termsOf(before), active: row.active },
        after: { ...termsOf(after), active: true },
      })
      return after
    }),
  )
}

export async function endPromotion(
  db: Db,
  id: string,
  { by, now }: { by: Actor; now: Date },
): Promise<'ended' | 'deleted'> {
  return inTransaction(db, async (tx) => {
    const { promotion: row, everUsed } = await lockPromotion(tx, id)
    if (!everUsed) {
      await tx.delete(promotions).where(eq(promotions.id, id))
      const before = termsOf(toAdminPromotion({ promotion: row, everUsed }, now))
      await recordChange(tx, { ...changeOf(row, by), action: 'delete', before })
      return 'deleted'
    }
    if (hasEnded(row, now)) return 'ended'
    // A promotion that has not begun is hidden instead.
    const isBegun = row.startsAt === null || row.startsAt < now
    const ending = isBegun ? { endsAt: now } : { active: false }
    await tx.update(promotions).set(ending).where(eq(promotions.id, id))
    await recordChange(tx, {
      ...changeOf(row, by),
      action: 'update',
      before: { endsAt: row.endsAt?.toISOString() ?? null, active: row.active },
      after: { endsAt: (isBegun ? now : row.endsAt)?.toISOString() ?? null, active: isBegun },
    })
    return 'ended'
  })
}

function wasEverUsed(db: Db) {
  const uses = db
    .select({ id: promotionUses.id })
    .from(promotionUses)
    .where(eq(promotionUses.promotionId, promotions.id))
  return sql<boolean>`${exists(uses)}`
}

async function findPromotion(db: Db, id: string): Promise<Row> {
  const [row] = await db.select().from(promotions).where(eq(promotions.id, id))
  if (!row) throw new DomainError('not-found', 'Promotion not found.')
  return row
}

async function lockPromotion(tx: Db, id: string): Promise<{ promotion: Row; everUsed: boolean }> {
  const [promotion] = await tx.select().from(promotions).where(eq(promotions.id, id)).for('update')
  if (!promotion) throw new DomainError('not-found', 'Promotion not found.')
  return { promotion, everUsed: (await tx.$count(promotionUses, eq(promotionUses.promotionId, id))) > 0 }
}

/** The unique index decides when two admins choose the same code. */
async function withUniqueCode<T>(code: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (databaseErrorCode(error) !== UNIQUE_VIOLATION) throw error
    throw new DomainError('conflict', `A promotion with the code ${code} already exists.`)
  }
}

const changeOf = (row: Row, by: Actor) => ({ by, entity: 'promotion', entityId: row.code }) as const

const atMidnight = (day: string) => new Date(`${day}T00:00:00+05:30`)

function columnsOf({ code, percent, amount, minSubtotal, startsOn, lastDay, maxUses }: PromotionTerms) {
  return {
    code,
    percent,
    amountPaise: amount === null ? null : paiseFromRupees(amount),
    minSubtotalPaise: paiseFromRupees(minSubtotal),
    startsAt: startsOn === null ? null : atMidnight(startsOn),
    endsAt: lastDay === null ? null : new Date(atMidnight(lastDay).getTime() + ONE_DAY_MS),
    maxUses,
  }
}

function toAdminPromotion(
  { promotion: row, everUsed }: { promotion: Row; everUsed: boolean },
  now: Date,
): AdminPromotion {
  return {
    id: row.id,
    code: row.code,
    percent: row.percent,
    amount: row.amountPaise === null ? null : rupees(paise(row.amountPaise)),
    minSubtotal: rupees(paise(row.minSubtotalPaise)),
    startsOn: row.startsAt && shopDay(row.startsAt),
    lastDay: row.endsAt && shopDay(new Date(row.endsAt.getTime() - 1)),
    maxUses: row.maxUses,
    used: row.used,
    everUsed,
    state: stateOf(row, now),
  }
}

function termsOf({ id: _, used: __, everUsed: ___, state: ____, ...terms }: AdminPromotion): PromotionTerms {
  return terms
}

const hasEnded = ({ active, endsAt }: Row, now: Date) => !active || (endsAt !== null && endsAt <= now)

function stateOf(row: Row, now: Date): AdminPromotion['state'] {
  if (hasEnded(row, now)) return 'ended'
  if (row.startsAt && row.startsAt > now) return 'to-come'
  return row.maxUses !== null && row.used >= row.maxUses ? 'used-up' : 'running'
}
