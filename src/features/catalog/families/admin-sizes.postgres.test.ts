import { eq, isNull } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { Db } from '#src/db/database.server.ts'
import { removeProduct, updateProduct } from '#src/features/catalog/admin/admin-products.server.ts'
import { applyImport, previewImport } from '#src/features/catalog/import/apply-import.server.ts'
import { productFamilies, products } from '#src/features/catalog/products/products.table.server.ts'
import { testDatabase } from '#src/testing/test-database.ts'
import { insertProduct } from '#tests/factories/catalog.ts'
import { addSize, joinSizes, leaveSizes, orderSizes } from './admin-sizes.server.ts'

const by = { id: crypto.randomUUID(), email: 'maker@golconda.example' }

const newSize = (db: Db, id: number, label: string) =>
  addSize(db, {
    ...{ id, by, mode: 'demo' as const, ownLabel: '110 g', label, sku: crypto.randomUUID() },
    ...{ price: 240_00, stock: 3, facts: {} },
  })

const labelsOf = async (db: Db) =>
  (await db.select().from(products).orderBy(products.sizePosition, products.id)).map(({ sizeLabel }) => sizeLabel)

const outcomes = (settled: PromiseSettledResult<unknown>[]) => settled.map(({ status }) => status).toSorted()

it('of two admins who add the same size at once one is refused beside the label', async () => {
  const { db } = await testDatabase()
  const { id } = await insertProduct(db)
  const settled = await Promise.allSettled(['55 g', '55 G'].map((label) => newSize(db, id, label)))
  expect(outcomes(settled)).toEqual(['fulfilled', 'rejected'])
  const [refused] = settled.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
  expect(refused).toMatchObject({ code: 'conflict', details: { issues: [{ path: 'label' }] } })
  expect(await db.$count(productFamilies)).toBe(1)
})

it('admins who add different sizes at once through different siblings all succeed', async () => {
  const { db } = await testDatabase()
  const { id } = await insertProduct(db)
  const other = await newSize(db, id, '55 g')
  const labels = ['1 g', '2 g', '3 g', '4 g', '5 g', '6 g']
  await Promise.all(labels.map((label, nth) => newSize(db, nth % 2 ? id : other.id, label)))
  expect(await labelsOf(db)).toEqual(['110 g', '55 g', ...labels].toSorted(byPlace(await labelsOf(db))))
  const positions = await db.selectDistinct({ at: products.sizePosition }).from(products)
  expect(positions).toHaveLength(8)
})

const byPlace = (order: readonly (string | null)[]) => (a: string, b: string) => order.indexOf(a) - order.indexOf(b)

it('archiving, editing and ordering go on while sizes are added, taken out and joined', async () => {
  const { db } = await testDatabase()
  const bar = await insertProduct(db)
  const small = await newSize(db, bar.id, '55 g')
  const loose = await insertProduct(db, { sku: 'LOOSE', categoryId: bar.categoryId })
  const { description, stock, minStock, sku, imageUrl, categoryId } = bar
  const name = `${bar.name} · 110 g`
  const edit = { id: bar.id, by, mode: 'demo' as const, name, description, stock, minStock, sku, imageUrl, categoryId }
  const settled = await Promise.allSettled([
    newSize(db, bar.id, '1 kg'),
    removeProduct(db, { id: small.id, by }),
    updateProduct(db, { ...edit, price: 500_00 }),
    joinSizes(db, { id: bar.id, by, sku: 'LOOSE', label: 'Tin' }),
    leaveSizes(db, { id: small.id, by }),
    orderSizes(db, {
      ...{ id: bar.id, by, family: bar.name },
      sizes: [
        { id: small.id, label: '55 g' },
        { id: bar.id, label: '110 g' },
      ],
    }),
  ])
  for (const outcome of settled)
    if (outcome.status === 'rejected') expect(outcome.reason.code).toMatch(/^(conflict|not-found)$/)
  const rows = await db.select().from(products)
  const left = rows.filter(({ id }) => id !== small.id)
  expect(left.map(({ name: one, sizeLabel }) => one.endsWith(` · ${sizeLabel}`))).toEqual([true, true, true])
  expect(left.some(({ id }) => id === loose.id)).toBe(true)
})

it('when two admins name the same sizes at once, one is told to open them again', async () => {
  const { db } = await testDatabase()
  const bar = await insertProduct(db, { name: 'Bar' })
  const small = await newSize(db, bar.id, '55 g')
  const named = (label: string) => ({
    family: 'Bar',
    sizes: [
      { id: bar.id, label },
      { id: small.id, label: '55 g' },
    ],
  })
  const settled = await Promise.allSettled(
    ['Large', 'Whole'].map((label) => orderSizes(db, { id: bar.id, by, ...named(label), seen: named('110 g') })),
  )
  expect(outcomes(settled)).toEqual(['fulfilled', 'rejected'])
  const [refused] = settled.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
  expect(refused).toMatchObject({ code: 'conflict', message: expect.stringContaining('open them again') })
})

it('a file that names the size that an admin just adds is refused in words, or the admin is', async () => {
  const { db } = await testDatabase()
  const bar = await insertProduct(db, { name: 'Bar' })
  await newSize(db, bar.id, '55 g')
  await insertProduct(db, { sku: 'LOOSE', categoryId: bar.categoryId })
  const file = new TextEncoder().encode('SKU,Family,Size\nLOOSE,Bar,1 kg')
  const look = { mode: 'demo' as const, now: new Date() }
  const { plan } = await previewImport(db, file, look)
  const settled = await Promise.allSettled([applyImport(db, { file, plan, by, ...look }), newSize(db, bar.id, '1 kg')])
  expect(outcomes(settled)).toEqual(['fulfilled', 'rejected'])
  for (const outcome of settled)
    if (outcome.status === 'rejected') expect(outcome.reason.code).toMatch(/^(conflict|invalid)$/)
  expect((await labelsOf(db)).filter((label) => label === '1 kg')).toHaveLength(1)
})

it('a family whose last two sizes are deleted at once leaves nothing behind', async () => {
  const { db } = await testDatabase()
  const { id } = await insertProduct(db)
  const other = await newSize(db, id, '55 g')
  await Promise.all([id, other.id].map((one) => removeProduct(db, { id: one, by })))
  expect(await db.$count(productFamilies)).toBe(0)
  expect(await db.$count(products, eq(products.id, id))).toBe(0)
  expect(await db.$count(products, isNull(products.familyId))).toBe(0)
})
