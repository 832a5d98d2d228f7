import { sql } from 'drizzle-orm'
import { expect, it, onTestFinished, vi } from 'vitest'
import { TEST_DATABASE, testDatabase } from '#src/testing/test-database.ts'
import { insertFamily, insertPriceTiers, insertProduct } from '#tests/factories/catalog.ts'
import { subscribeToChanges } from './cache-invalidation.server.ts'

async function listening() {
  const database = await testDatabase()
  const received: string[] = []
  const certain: boolean[] = []
  const following = await subscribeToChanges(database, {
    invalidate: (what) => received.push(what),
    setConsistent: (is) => certain.push(is),
  })
  onTestFinished(following.stop)
  return { database, db: database.db, received, certain, caughtUp: following.flushed }
}

it('a committed change of public data is announced once', async () => {
  const { db, received, certain } = await listening()
  expect(certain.at(-1)).toBe(true)

  const product = await insertProduct(db)
  await vi.waitFor(() => expect(received).toContain(`products:${product.id}`))
  await db.transaction(async (tx) => {
    await tx.execute(sql`update products set name = 'Ruby Heart' where id = ${product.id}`)
    await tx.execute(sql`update products set price_paise = 100 where id = ${product.id}`)
    received.length = 0
  })
  await vi.waitFor(() => expect(received).toEqual([`products:${product.id}`]))
})

it('a committed change has arrived once the feed is flushed, with any number of waiters', async () => {
  const { db, received, caughtUp } = await listening()
  const { id } = await insertProduct(db)
  for (let turn = 0; turn < 50; turn++) {
    await caughtUp()
    received.length = 0
    await db.execute(sql`update products set price_paise = price_paise + 1 where id = ${id}`)
    await Promise.all([caughtUp(), caughtUp(), caughtUp()])
    expect(received).toEqual([`products:${id}`])
  }
})

it('a change of a plentiful stock is announced as such, one that makes it scarce or available as any other', async () => {
  const { db, received, caughtUp } = await listening()
  const [small, large] = await insertFamily(db, 'Milk', [{ stock: 40, minStock: 10 }, {}])
  await caughtUp()
  const tagsAfter = async (change: string) => {
    received.length = 0
    await db.execute(sql.raw(`update products set ${change} where id = ${small.id}`))
    await caughtUp()
    return received.toSorted()
  }
  const both = (kind: 'stock' | 'products') => [small, large].map(({ id }) => `${kind}:${id}`)
  expect(await tagsAfter('reserved = reserved + 5')).toEqual(both('stock'))
  // Selling what was reserved leaves the available number as it is.
  expect(await tagsAfter('stock = stock - 5, reserved = reserved - 5')).toEqual([])
  expect(await tagsAfter('stock = 11')).toEqual(both('stock'))
  for (const scarce of ['stock = 10', 'stock = 9', 'stock = 0', 'stock = 40'])
    expect([scarce, await tagsAfter(scarce)]).toEqual([scarce, both('products')])
  expect(await tagsAfter('stock = 39, min_stock = 5')).toEqual(both('products'))
})

it('a change of price tiers invalidates what shows the product, or any size of its family', async () => {
  const { db, received, caughtUp } = await listening()
  const [small, large] = await insertFamily(db, 'Milk', [{}, {}])
  const alone = await insertProduct(db)
  const tagsAfter = async (change: Promise<unknown>) => {
    await change
    await caughtUp()
    return received.splice(0).toSorted()
  }
  await caughtUp()
  received.length = 0
  const both = [small, large].map(({ id }) => `products:${id}`)
  expect(await tagsAfter(insertPriceTiers(db, small, [{ from: 10, percent: 5 }]))).toEqual(both)
  expect(await tagsAfter(insertPriceTiers(db, alone, [{ from: 10, percent: 5 }]))).toEqual([`products:${alone.id}`])
  expect(await tagsAfter(db.execute(sql`delete from price_tiers where family_id is not null`))).toEqual(both)
})

it('a change of one size invalidates the pages of the others, which show its price', async () => {
  const { db, received, caughtUp } = await listening()
  const one = await insertProduct(db)
  const other = await insertProduct(db, { categoryId: one.categoryId })
  const alone = await insertProduct(db, { categoryId: one.categoryId })
  const tagsAfter = async (statement: string) => {
    await caughtUp()
    received.length = 0
    await db.execute(sql.raw(statement))
    await caughtUp()
    return received.toSorted()
  }
  const both = [one, other].map(({ id }) => `products:${id}`)
  await db.execute(sql`insert into product_families (name) values ('Bars')`)
  const family = '(select id from product_families)'
  const join = (id: number) => `update products set family_id = ${family}, size_label = '${id}' where id = ${id}`
  expect(await tagsAfter(join(one.id))).toEqual([both[0]])
  expect(await tagsAfter(join(other.id))).toEqual(both)
  expect(await tagsAfter(`update products set price_paise = 100 where id = ${one.id}`)).toEqual(both)
  expect(await tagsAfter(`insert into product_facts values (${one.id}, '{}')`)).toEqual(both)
  expect(await tagsAfter(`update products set name = 'Bar' where id = ${alone.id}`)).toEqual([`products:${alone.id}`])
  const leave = `update products set family_id = null, size_label = null where id = ${one.id}`
  expect(await tagsAfter(leave)).toEqual(both)
  await db.execute(sql.raw(join(one.id)))
  expect(await tagsAfter(`delete from products where id = ${one.id}`)).toEqual(both)
})

it('a change that was rolled back is not announced', async () => {
  const { db, received } = await listening()
  const product = await insertProduct(db)
  await vi.waitFor(() => expect(received).toContain(`products:${product.id}`))
  received.length = 0
  const takeBack = new Error('taken back')
  await db
    .transaction(async (tx) => {
      await tx.execute(sql`update products set name = 'Nobody sees this'`)
      throw takeBack
    })
    .catch((error) => expect(error).toBe(takeBack))
  await db.execute(sql`insert into settings (section, version, value) values ('hours', 1, '{}')`)
  await vi.waitFor(() => expect(received).toContain('settings'))
  expect(received).not.toContain(`products:${product.id}`)
})

it('a statement without changed rows invalidates no page, and one with changed rows does', async () => {
  const { db, received, caughtUp } = await listening()
  const hearsOf = async (statement: string) => {
    received.length = 0
    await db.execute(sql.raw(statement))
    await caughtUp()
    return received.join()
  }
  const rows: [table: string, values: string, change: string, tells: string][] = [
    ['categories', "(name) select 'Dark'", "name = 'Milk'", 'categories'],
    ['settings', "(section, version, value) select 'hours', 1, '{}'::jsonb", 'version = 2', 'settings'],
    [
      'stories',
      "(title, content, author_name) select 'First bar', 'Slow.', 'Asha'",
      "location = 'Hyderabad'",
      'stories',
    ],
    ['story_likes', "(story_id, visitor_hash) select id, 'v' from stories", "address_hash = 'a'", 'stories'],
    [
      'batches',
      "(batch_id, ingredient, current_stage, stages, certifications, quality_metrics, sustainability) select 'B-1', 'Cacao', 'Grown', '[]'::jsonb, '[]'::jsonb, '{}'::jsonb, '{}'::jsonb",
      'version = 2',
      'batches',
    ],
  ]
  for (const [table, values, change, tells] of rows) {
    const written = `insert into ${table} ${values}`
    for (const nothing of [`${written} where false`, `update ${table} set ${change}`, `delete from ${table}`])
      expect([nothing, await hearsOf(nothing)]).toEqual([nothing, ''])
    for (const something of [written, `update ${table} set ${change}`, `delete from ${table}`, written])
      expect([something, await hearsOf(something)]).toEqual([something, tells])
  }
  const opening = "insert into shop_opening (opened_by) values ('Asha') on conflict do nothing"
  expect([await hearsOf(opening), await hearsOf(opening)]).toEqual(['opening', ''])
})

it.runIf(TEST_DATABASE === 'postgres')(
  'a broken connection is opened again, and until then nothing is cached',
  async () => {
    const { database, received, certain } = await listening()
    await database.db.execute(
      sql`select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen %' and datname = current_database()`,
    )
    await vi.waitFor(() => expect(certain.slice(-2)).toEqual([false, true]), { timeout: 5000 })
    const product = await insertProduct(database.db)
    await vi.waitFor(() => expect(received).toContain(`products:${product.id}`))
  },
)
