import { spawnSync } from 'node:child_process'
import { cpSync } from 'node:fs'
import path from 'node:path'
import { expect, inject, it } from 'vitest'
import { openDatabase } from '#src/db/open-database.server.ts'
import { productFacts, products } from '#src/features/catalog/products/products.table.server.ts'
import { shopOpening } from '#src/features/settings/settings.table.server.ts'
import { temporaryFolder } from '#src/testing/resources.ts'
import { TEST_DATABASE } from '#src/testing/test-database.ts'
import { createAdmin } from '#tests/factories/admins.ts'
import { liveSettings } from '#tests/live-settings.ts'

const LIVE = liveSettings({ mailUrl: 'smtp://127.0.0.1:25', razorpayUrl: 'http://127.0.0.1:1' })

it.runIf(TEST_DATABASE === 'embedded')(
  'a live shop is seeded once and without labels, also by a command in demo mode; an open one is neither seeded nor emptied',
  { timeout: 120_000 },
  async () => {
    const dataDir = temporaryFolder()
    cpSync(path.join(inject('preparedDatabase'), 'database'), path.join(dataDir, 'database'), { recursive: true })
    const shop = { DATA_DIR: dataDir, DATABASE_URL: '' }
    const seed = (settings: Record<string, string>, ...words: string[]) => {
      const env = { ...process.env, ...settings, ...shop }
      const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/seed.ts', ...words], { env })
      return { status, said: `${stdout}${stderr}`.trim().split('\n').at(-1)?.trim() }
    }
    const live = { ...LIVE, EMBEDDED_IN_LIVE: 'accepted' }
    expect(seed(live)).toEqual({ status: 0, said: '30 products were added to 0' })
    expect(seed({ SHOP_MODE: 'demo' })).toEqual({ status: 0, said: '0 products were added to 30' })

    const { db, close } = await openDatabase({ dataDir })
    expect([await db.$count(products), await db.$count(productFacts)]).toEqual([30, 0])
    await createAdmin(db)
    await close()
    const belongsToLive = expect.stringContaining('The database belongs to a live shop')
    expect(seed({ SHOP_MODE: 'demo' }, '--size', 'shop')).toEqual({ status: 1, said: belongsToLive })

    const { db: later, close: closeLater } = await openDatabase({ dataDir })
    await later.insert(shopOpening).values({ openedBy: 'asha@example.com' })
    await closeLater()
    const refused = { status: 1, said: '- An open shop takes no invented products or orders' }
    expect(seed(live)).toEqual(refused)
    expect(seed({ SHOP_MODE: 'demo' }, '--size', 'shop')).toEqual(refused)
    const reset = spawnSync(process.execPath, ['scripts/db/reset.ts'], { env: { ...process.env, ...shop } })
    expect([reset.status, `${reset.stderr}`]).toEqual([1, expect.stringContaining('This is a live shop')])
  },
)
