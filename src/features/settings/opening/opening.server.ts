import { DomainError } from '#src/core/domain-error.ts'
import { type Db, inTransaction } from '#src/db/database.server.ts'
import { type Actor, recordChange } from '#src/features/audit/record-change.server.ts'
import { readSettings } from '#src/features/settings/read-settings.server.ts'
import { lockSettings } from '#src/features/settings/settings.server.ts'
import { shopOpening } from '#src/features/settings/settings.table.server.ts'
import type { Opening } from './opening.contract.ts'
import {
  foodFactsItem,
  listSettingsItems,
  type OpeningItem,
  type ProductCounts,
  sentEmailItem,
} from './opening-checklist.ts'

export type OpeningRules = {
  mode: Opening['mode']
  countProductsOnSale: (db: Db) => Promise<ProductCounts>
  findMailProblem: (db: Db) => Promise<string | null>
  findWebhookProblem?: ((db: Db) => Promise<string | null>) | undefined
}

export async function readOpening(db: Db, { mode, ...rules }: OpeningRules): Promise<Opening> {
  const openedAt = await findOpenedAt(db)
  const items = await listOpeningItems(db, rules)
  const webhookProblem = (mode === 'live' && (await rules.findWebhookProblem?.(db))) || null
  const isOpen = mode === 'demo' || openedAt !== null
  return { mode, isOpen, openedAt: openedAt?.toISOString() ?? null, items, webhookProblem }
}

export async function findOpenedAt(db: Db): Promise<Date | null> {
  const [row] = await db.select({ openedAt: shopOpening.openedAt }).from(shopOpening)
  return row?.openedAt ?? null
}

/** Opens a live shop for good; a second call changes nothing. Throws `conflict` with the missing items. */
export async function openShop(db: Db, { by, ...rules }: OpeningRules & { by: Actor }): Promise<Opening> {
  if (rules.mode === 'demo') throw new DomainError('conflict', 'A demo is always open.')
  await inTransaction(db, async (tx) => {
    // Concurrent changes of settings wait, and are then checked against the open shop.
    await lockSettings(tx)
    refuseUnready(await listOpeningItems(tx, rules))
    const opened = await tx.insert(shopOpening).values({ openedBy: by.email }).onConflictDoNothing().returning()
    const [row] = opened
    if (!row) return
    await recordChange(tx, {
      by,
      entity: 'settings',
      entityId: 'opening',
      action: 'update',
      before: { openedAt: null },
      after: { openedAt: row.openedAt.toISOString() },
    })
  })
  return readOpening(db, rules)
}

async function listOpeningItems(db: Db, rules: Omit<OpeningRules, 'mode'>): Promise<OpeningItem[]> {
  return [
    ...listSettingsItems(await readSettings(db)),
    foodFactsItem(await rules.countProductsOnSale(db)),
    sentEmailItem(await rules.findMailProblem(db)),
  ]
}

function refuseUnready(items: OpeningItem[]): void {
  const missing = items.filter((item) => item.missing !== null)
  if (missing.length === 0) return
  const titles = missing.map(({ title }) => title).join(', ')
  throw new DomainError('conflict', `The shop cannot open yet. Still missing: ${titles}.`, { items: missing })
}
