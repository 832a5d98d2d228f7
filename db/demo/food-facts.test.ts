import { readFileSync } from 'node:fs'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { formatAmount, paiseFromRupees } from '#src/core/money.ts'
import { isImageUrl } from '#src/features/catalog/admin/product-input.ts'
import type { Allergen } from '#src/features/catalog/food/allergens.ts'
import { unitPrice } from '#src/features/catalog/food/facts-text.ts'
import { FoodFacts } from '#src/features/catalog/food/food-facts.contract.ts'
import { missingFacts } from '#src/features/catalog/food/food-facts.ts'
import { productFacts, products } from '#src/features/catalog/products/products.table.server.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { drawLabel, labelFile } from '../../scripts/assets/labels.ts'
import { DEMO_PRODUCTS } from './data/catalog.ts'
import { DEMO_COMPOUNDS, DEMO_INGREDIENTS } from './data/food-ingredients.ts'
import { DEMO_RECIPES } from './data/recipes.ts'
import { demoFoodFacts } from './food-facts.ts'
import { seedDemoCatalog } from './seed-catalog.ts'

const LABELS = DEMO_PRODUCTS.map((product) => ({ ...product, facts: demoFoodFacts(product) }))

const productOf = (sku: string) => DEMO_PRODUCTS.find((product) => product.sku === sku) ?? expect.fail(sku)

const factsOf = (name: string) => {
  const found = LABELS.find((label) => label.name === name)
  if (!found) throw new Error(`No ${name}`)
  return found.facts
}

describe.each(LABELS)('the food facts of $name', ({ sku, name, price, description, facts }) => {
  it('are valid, and none is missing', () => {
    expect(FoodFacts.parse(facts)).toEqual(facts)
    expect(missingFacts(facts)).toEqual([])
    expect(facts.origin).toBe('India')
  })

  it('have an MRP from the price, and as many pieces as the description', () => {
    expect(price).toBeLessThanOrEqual(facts.mrp)
    const counted = /\b(two chocolates|six|nine|sixteen|thirty-six)\b/i.exec(`${name} ${description}`)?.[1]
    const pieces = { 'two chocolates': 2, six: 6, nine: 9, sixteen: 16, 'thirty-six': 36 }[counted?.toLowerCase() ?? '']
    if (pieces) expect(facts.net.pieces).toBe(pieces)
  })

  it('have a unit price that makes up the price again, up to half a paisa a gram', () => {
    const { paise, per } = unitPrice(paiseFromRupees(price), facts.net)
    expect(per).toBe('g')
    expect(Math.abs(paise * facts.net.value - paiseFromRupees(price))).toBeLessThanOrEqual(facts.net.value / 2)
    expect(drawLabel(productOf(sku))).toContain(`(${formatAmount(paise / 100)} per g)`)
  })

  it('have nutrition that fits the recipe', () => {
    const { energy, protein, carbohydrate, sugars, fat } = facts.nutrition
    expect(sugars).toBeLessThanOrEqual(carbohydrate)
    expect(Math.abs(energy / (4 * protein + 4 * carbohydrate + 9 * fat) - 1)).toBeLessThan(0.08)
  })

  it('name every allergen among the ingredients, and only those', () => {
    const among = (words: RegExp) => words.test(facts.ingredients)
    const milk = among(/milk|cream\b|(?<!cocoa )butter/i)
    const expected: [Allergen, boolean][] = [
      ['milk', milk],
      ['tree-nuts', among(/hazelnut|almond|pistachio|cashew|walnut/i)],
      ['soya', among(/soya/i)],
      ['egg', among(/\begg/i)],
      ['peanut', among(/peanut/i)],
      ['gluten', among(/wheat|barley|malt/i)],
    ]
    for (const [allergen, isContained] of expected)
      expect([allergen, facts.contains.includes(allergen)]).toEqual([allergen, isContained])
    if (among(/milk chocolate|white chocolate|ruby/i) || /^GC-(MLK|WHT|RBY)/.test(sku))
      expect(facts.contains).toContain('milk')
  })

  it('are vegetarian exactly without egg, gelatine and carmine', () => {
    expect(facts.diet).toBe(/\begg|gelatine|carmine|INS 120\b|INS 428\b/i.test(facts.ingredients) ? 'nonveg' : 'veg')
  })

  it('have the cacao percentage of the name', () => {
    const named = /(\d+)%/.exec(name)?.[1]
    if (named) expect(facts.cacaoPercent).toBe(Number(named))
  })

  it('have a label picture that shows them', () => {
    expect(isImageUrl(facts.labelPicture)).toBe(true)
    const product = productOf(sku)
    // npm run images writes it.
    expect(readFileSync(labelFile(product), 'utf8')).toBe(drawLabel(product))
  })
})

const total = (parts: object) => Object.values(parts).reduce((sum: number, part: number) => sum + part, 0)

describe('the recipes of the demo', () => {
  it('have parts that sum to 100', () => {
    const all = [...Object.values(DEMO_RECIPES), ...Object.values(DEMO_COMPOUNDS)]
    for (const recipe of all) if ('parts' in recipe) expect(total(recipe.parts)).toBeCloseTo(100, 9)
  })

  it('belong to the thirty products', () => {
    expect(Object.keys(DEMO_RECIPES).toSorted()).toEqual(DEMO_PRODUCTS.map(({ sku }) => sku).toSorted())
  })
})

const NAMES: Record<string, string> = Object.fromEntries(
  Object.entries({ ...DEMO_INGREDIENTS, ...DEMO_COMPOUNDS }).map(([key, { name }]) => [key, name]),
)

/** The list without what stands in brackets and without percentages. */
function outerWords(ingredients: string): string[] {
  let text = ingredients.toLowerCase().slice(0, -1)
  while (text.includes('(')) text = text.replace(/ ?\([^()]*\)/g, '')
  return text.split(', ').map((words) => words.replace(/ [\d.]+%$/, ''))
}

describe('the labels of the demo', () => {
  it('list ingredients in descending order, with percentages where the name mentions one', () => {
    expect(factsOf('Golconda Dark 72%')).toMatchObject({
      ingredients: 'Cocoa mass, sugar, cocoa butter, emulsifier (soya lecithin, INS 322), vanilla.',
      contains: ['soya'],
      mayContain: ['milk'],
    })
    expect(factsOf('Saffron & Pistachio').ingredients).toBe(
      'White chocolate (sugar, cocoa butter, whole milk powder, emulsifier (soya lecithin, INS 322), vanilla), pistachios 12%, saffron 0.1%.',
    )
  })

  it.each(
    Object.entries(DEMO_RECIPES).filter(([, recipe]) => 'parts' in recipe && Object.keys(recipe.parts).length > 1),
  )('list the parts of %s by weight', (sku, recipe) => {
    const product = DEMO_PRODUCTS.find((one) => one.sku === sku) ?? expect.fail(sku)
    const listed = outerWords(demoFoodFacts(product).ingredients)
    const shares = 'parts' in recipe ? Object.entries(recipe.parts) : []
    expect(listed).toEqual(
      shares.toSorted(([, one], [, other]) => other - one).map(([name]) => outerWords(`${NAMES[name]}.`)[0]),
    )
  })

  it('give the unit price of a gram', () => {
    expect(unitPrice(paiseFromRupees(450), factsOf('Golconda Dark 72%').net)).toEqual({ paise: 409, per: 'g' })
  })

  it('have something for a customer with a nut allergy in each kind of bar', () => {
    const safe = LABELS.filter(({ facts }) => ![...facts.contains, ...facts.mayContain].includes('tree-nuts'))
    for (const kind of ['Dark', 'Milk', 'White', 'Ruby'])
      expect(safe.some(({ category }) => category === kind)).toBe(true)
  })
})

describe('a demo of before the food facts', () => {
  it('gets them at its next start, apart from products that an admin changed', () =>
    inTestTransaction(async (db) => {
      await seedDemoCatalog(db)
      const bySku = async (sku: string) => {
        const [row] = await db
          .select({ facts: productFacts.facts, id: products.id })
          .from(products)
          .leftJoin(productFacts, eq(productFacts.productId, products.id))
          .where(eq(products.sku, sku))
        return row ?? expect.fail(sku)
      }
      const edited = { storage: 'In the fridge.' }
      await db.delete(productFacts)
      await db.insert(productFacts).values({ productId: (await bySku('GC-DRK-02')).id, facts: edited })
      await db.update(products).set({ name: 'My own bar' }).where(eq(products.sku, 'GC-DRK-03'))
      await db.update(products).set({ pricePaise: 99_900 }).where(eq(products.sku, 'GC-DRK-04'))

      await seedDemoCatalog(db)
      expect((await bySku('GC-DRK-01')).facts).toEqual(factsOf('Golconda Dark 72%'))
      expect((await bySku('GC-DRK-02')).facts).toEqual(edited)
      expect((await bySku('GC-DRK-03')).facts).toBeNull()
      expect((await bySku('GC-DRK-04')).facts).toBeNull()
      expect(await db.$count(productFacts)).toBe(DEMO_PRODUCTS.length - 2)
    }))
})
