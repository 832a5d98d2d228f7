import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { DEMO_PRODUCTS, type DemoProduct } from '#db/demo/data/catalog.ts'
import { demoFoodFacts } from '#db/demo/food-facts.ts'
import { formatAmount, paise, paiseFromRupees, rupees } from '#src/core/money.ts'
import { SAMPLE_FSSAI } from '#src/core/shop-contact.ts'
import { SHOP_NAME, STUDIO_ADDRESS } from '#src/core/shop-policy.ts'
import { allergenNotice, type NutritionRow, nutritionRows, unitPrice } from '#src/features/catalog/food/facts-text.ts'
import { netQuantityText } from '#src/features/catalog/food/food-facts.ts'

const WIDTH = 720
const MARGIN = 48
const COLOURS = { ground: '#fbf7f0', ink: '#27140f', muted: '#5f4033', gold: '#b58d42', veg: '#2d6647' }

/** Letters of the fallback fonts are at most this wide on average, as a share of their size. */
const LETTER = 0.56

/** SVG with the device's own sans serif, because pictures cannot load fonts. */
export function drawLabel(product: DemoProduct): string {
  const facts = demoFoodFacts(product)
  const { paise: each, per } = unitPrice(paiseFromRupees(product.price), facts.net)
  const sheet = createSheet()
  sheet.text(SHOP_NAME.toUpperCase(), { size: 20, colour: COLOURS.gold, weight: 600 })
  sheet.text(product.name, { size: 44, weight: 600 })
  sheet.text(facts.genericName, { size: 26, colour: COLOURS.muted })
  sheet.gap(10)
  sheet.vegetarianMark()
  sheet.text(`Net quantity ${netQuantityText(facts.net)}`, { size: 30, weight: 600, indent: 52 })
  sheet.text(`MRP ${formatAmount(facts.mrp)} inclusive of all taxes (${formatAmount(rupees(paise(each)))} per ${per})`)
  sheet.rule()
  sheet.text(`Ingredients: ${facts.ingredients}`)
  sheet.text(allergenNotice(facts), { weight: 600 })
  sheet.rule()
  const heading = {
    name: 'Nutrition (approximate)',
    isPart: false,
    per100: 'per 100 g',
    perServing: `per ${facts.serveGrams} g`,
  }
  for (const row of [heading, ...nutritionRows(facts.nutrition, facts.serveGrams)]) sheet.row(row)
  sheet.rule()
  sheet.text(facts.storage)
  sheet.text(`Best before ${facts.shelfLifeDays} days from packaging. Batch and date of packaging: see the pack.`)
  sheet.text(
    `Made by ${SHOP_NAME}, ${STUDIO_ADDRESS}. Country of origin: ${facts.origin}. FSSAI licence ${SAMPLE_FSSAI}.`,
  )
  sheet.text('Sample label of the demonstration.', { size: 16, colour: COLOURS.muted })
  return sheet.finish(`Label of ${product.name}`)
}

type Style = { size?: number; weight?: number; colour?: string; indent?: number }
type Place = { x: number; anchor?: 'start' | 'end' }

function createSheet() {
  const shapes: string[] = []
  let y = MARGIN + 12
  const line = (words: string, { x, anchor = 'start' }: Place, style: Style = {}) => {
    const { size = 21, weight = 400, colour = COLOURS.ink } = style
    shapes.push(
      `<text x="${x}" y="${y}" font-size="${size}" font-weight="${weight}" fill="${colour}" text-anchor="${anchor}">${escaped(words)}</text>`,
    )
  }
  return {
    gap: (height: number) => {
      y += height
    },
    text: (words: string, style: Style = {}) => {
      const { size = 21, indent = 0 } = style
      for (const part of wrapped(words, (WIDTH - 2 * MARGIN - indent) / (size * LETTER))) {
        y += Math.round(size * 0.95)
        line(part, { x: MARGIN + indent }, style)
        y += Math.round(size * 0.4)
      }
      y += 4
    },
    row: ({ name, isPart, per100, perServing = '' }: NutritionRow) => {
      y += 24
      line(name, { x: isPart ? MARGIN + 20 : MARGIN })
      line(per100, { x: WIDTH - MARGIN - 150, anchor: 'end' })
      line(perServing, { x: WIDTH - MARGIN, anchor: 'end' })
      y += 4
    },
    rule: () => {
      y += 12
      shapes.push(`<path d="M${MARGIN} ${y}H${WIDTH - MARGIN}" stroke="${COLOURS.gold}"/>`)
      y += 10
    },
    /** FSSAI: a green filled circle in a green square. */
    vegetarianMark: () => {
      shapes.push(
        `<rect x="${MARGIN + 2}" y="${y + 4}" width="32" height="32" fill="#fff" stroke="${COLOURS.veg}" stroke-width="3"/><circle cx="${MARGIN + 18}" cy="${y + 20}" r="9" fill="${COLOURS.veg}"/>`,
      )
    },
    finish: (title: string) => {
      const height = y + MARGIN
      return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" font-family="Figtree, Roboto, 'Helvetica Neue', Arial, sans-serif"><title>${escaped(title)}</title><path fill="${COLOURS.ground}" d="M0 0H${WIDTH}V${height}H0z"/><path fill="none" stroke="${COLOURS.gold}" stroke-width="2" d="M38 18H${WIDTH - 18}V${height - 38}l-20 20H18V38z"/>${shapes.join('')}</svg>\n`
    },
  }
}

function wrapped(words: string, letters: number): string[] {
  const lines: string[] = []
  for (const word of words.split(' ')) {
    const longer = `${lines.at(-1) ?? ''} ${word}`.trim()
    if (lines.length > 0 && longer.length <= letters) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

const escaped = (words: string) => words.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

export const labelFile = (product: DemoProduct) => path.join('public', demoFoodFacts(product).labelPicture)

/** Writes the labels of the demo products and returns their files. */
export function writeLabels(): string[] {
  return DEMO_PRODUCTS.map((product) => {
    const file = labelFile(product)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, drawLabel(product))
    return file
  })
}
