import { decimalRupees, paiseFromRupees } from '#src/core/money.ts'
import { NUTRIENTS } from '#src/features/catalog/facts-form/read-facts.ts'
import { ALLERGEN_NAMES, type Allergen, type Diet } from '#src/features/catalog/food/allergens.ts'
import type { FoodFacts } from '#src/features/catalog/food/food-facts.contract.ts'

type Facts = Required<FoodFacts>
type Single = string | number | boolean | readonly unknown[]

/** A fact, or a part of one: `mrp`, `net.value`. */
export type FactColumn = {
  [Name in keyof Facts]: Facts[Name] extends Single ? Name : `${Name}.${keyof Facts[Name] & string}`
}[keyof Facts]

type FactAt<Column> = Column extends `${infer Name extends keyof Facts}.${infer Part}`
  ? NonNullable<Facts[Name][Part & keyof Facts[Name]]>
  : Facts[Column & keyof Facts]

/** `fromCell` returns what it cannot read as it is, for the schema to refuse. */
type Column<Fact> = { title: string; toCell: (fact: Fact) => string; fromCell: (cell: string) => unknown }

const unread = (cell: string): unknown => cell
const lowerCase = (cell: string): unknown => cell.toLowerCase()
const text = (title: string): Column<string> => ({ title, toCell: (fact) => fact, fromCell: unread })
const number = (title: string): Column<number> => ({ title, toCell: String, fromCell: unread })

const DIET_WORDS: Record<Diet, string> = { veg: 'vegetarian', nonveg: 'non-vegetarian' }
const NO_ALLERGENS = 'none'

const toAllergenCell = (names: readonly Allergen[]) =>
  names.length === 0 ? NO_ALLERGENS : names.map((name) => ALLERGEN_NAMES[name]).join(', ')

function fromAllergenCell(cell: string): unknown[] {
  if (cell.toLowerCase() === NO_ALLERGENS) return []
  const typed = cell.split(/[,;]/).map((name) => name.trim())
  return typed.map((name) => keyOf(ALLERGEN_NAMES, name) ?? name)
}

/** The key of a word, or the key itself. */
function keyOf<Key extends string>(words: Readonly<Record<Key, string>>, typed: string): Key | undefined {
  const wanted = typed.toLowerCase()
  return (Object.keys(words) as Key[]).find((key) => [key, words[key]].includes(wanted))
}

/** The columns of the file after those of the product; the types ask for every fact. */
const COLUMNS: { readonly [Name in FactColumn]: Column<FactAt<Name>> } = {
  genericName: text('Generic name'),
  diet: {
    title: 'Vegetarian or not',
    toCell: (diet) => DIET_WORDS[diet],
    fromCell: (cell) => keyOf(DIET_WORDS, cell.replace(' ', '-')) ?? cell,
  },
  containsEgg: {
    title: 'Contains egg',
    toCell: (has) => (has ? 'yes' : 'no'),
    fromCell: (cell) =>
      new Map([
        ['yes', true],
        ['no', false],
      ]).get(cell.toLowerCase()) ?? cell,
  },
  ingredients: text('Ingredients'),
  contains: { title: 'Contains', toCell: toAllergenCell, fromCell: fromAllergenCell },
  mayContain: { title: 'May contain', toCell: toAllergenCell, fromCell: fromAllergenCell },
  'net.value': number('Net quantity'),
  'net.unit': { title: 'Net unit', toCell: (unit) => unit, fromCell: lowerCase },
  'net.pieces': number('Pieces'),
  mrp: { title: 'MRP', toCell: (mrp) => decimalRupees(paiseFromRupees(mrp)), fromCell: unread },
  shelfLifeDays: number('Shelf life (days)'),
  storage: text('Storage'),
  'nutrition.energy': number(NUTRIENTS.energy),
  'nutrition.protein': number(NUTRIENTS.protein),
  'nutrition.carbohydrate': number(NUTRIENTS.carbohydrate),
  'nutrition.sugars': number(NUTRIENTS.sugars),
  'nutrition.addedSugars': number(NUTRIENTS.addedSugars),
  'nutrition.fat': number(NUTRIENTS.fat),
  'nutrition.saturatedFat': number(NUTRIENTS.saturatedFat),
  'nutrition.transFat': number(NUTRIENTS.transFat),
  'nutrition.sodium': number(NUTRIENTS.sodium),
  serveGrams: number('Serving (g)'),
  cacaoPercent: number('Cacao %'),
  origin: text('Country of origin'),
  labelPicture: text('Label picture'),
}

export const FACT_COLUMNS = Object.keys(COLUMNS) as FactColumn[]

const byColumn = (cellOf: (column: FactColumn) => string) =>
  Object.fromEntries(FACT_COLUMNS.map((column) => [column, cellOf(column)])) as Record<FactColumn, string>

export const FACT_TITLES = byColumn((column) => COLUMNS[column].title)

export function toFactCells(facts: FoodFacts): Record<FactColumn, string> {
  return byColumn((column) => {
    const [name = '', part] = column.split('.')
    const fact = (facts as Record<string, unknown>)[name] as Record<string, unknown> | undefined
    const value = part === undefined ? fact : fact?.[part]
    // The list of columns ties each cell to the type of its fact.
    return value === undefined ? '' : COLUMNS[column].toCell(value as never)
  })
}

/** The facts of the cells that are filled in, in the form's shape and not yet validated. */
export function fromFactCells(cells: Record<FactColumn, string>): Record<string, unknown> {
  const facts: Record<string, unknown> = {}
  for (const column of FACT_COLUMNS) {
    if (cells[column] === '') continue
    const [name = '', part] = column.split('.')
    const value = COLUMNS[column].fromCell(cells[column])
    facts[name] = part === undefined ? value : { ...(facts[name] as object | undefined), [part]: value }
  }
  return facts
}

/** The column of an issue: `facts.contains.0` is of Contains. */
export function factTitleAt([first, name, part]: readonly PropertyKey[]): string | undefined {
  if (first !== 'facts') return undefined
  const column = FACT_COLUMNS.find((known) => known === name || known === `${String(name)}.${String(part)}`)
  return column && FACT_TITLES[column]
}
