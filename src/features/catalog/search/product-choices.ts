import { formatPrice } from '#src/core/money.ts'
import { capitalize } from '#src/core/words.ts'
import {
  ALLERGEN_NAMES,
  ALLERGENS,
  type Allergen,
  DIET_NAMES,
  DIETS,
  type Diet,
} from '#src/features/catalog/food/allergens.ts'
import { FILTER_NAMES, type FilterName, type FilterParams } from '#src/features/catalog/products/product-params.ts'
import type { FilterFacts } from './search.contract.ts'

type Range = { from: number; to: number }

export type FilterValues = {
  diet: Diet | undefined
  without: readonly Allergen[]
  cacao: Range | undefined
  price: Range | undefined
  isInStock: boolean
}

export const WITHOUT_FILTERS: FilterParams = Object.fromEntries(FILTER_NAMES.map((name) => [name, '']))

/** Reads filters; invalid values count as none, except allergens. */
export function readFilters({ diet, without = '', cacao, price, inStock }: FilterParams): FilterValues {
  return {
    diet: DIETS.find((known) => known === diet),
    without: readAllergens(without),
    cacao: readRange(cacao),
    price: readRange(price),
    isInStock: inStock === 'true',
  }
}

/** `peanut` or `Peanuts`. A name that is not known leaves out all allergens: the customer avoids one of them. */
function readAllergens(written: string): readonly Allergen[] {
  const names = written
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
  const read = names.map((name) => ALLERGENS.find((known) => [known, ALLERGEN_NAMES[known]].includes(name)))
  return read.includes(undefined) ? ALLERGENS : ALLERGENS.filter((known) => read.includes(known))
}

/** `60-80`, `60-` or `-80`; both ends belong to it. */
export function readRange(written = ''): Range | undefined {
  const [, from = '', to = ''] = /^(\d{0,6})-(\d{0,6})$/.exec(written) ?? []
  const range = { from: Number(from), to: to === '' ? Number.POSITIVE_INFINITY : Number(to) }
  return from + to !== '' && range.from <= range.to ? range : undefined
}

export function cleanFilters(params: FilterParams): FilterParams {
  const { diet, without, cacao, price, isInStock } = readFilters(params)
  return {
    ...(diet && { diet }),
    ...(without.length > 0 && { without: without.join(',') }),
    ...(cacao && { cacao: writeRange(cacao) }),
    ...(price && { price: writeRange(price) }),
    ...(isInStock && { inStock: 'true' }),
  }
}

const writeRange = ({ from, to }: Range) => `${from}-${to === Number.POSITIVE_INFINITY ? '' : to}`

export type FilteredProduct = {
  price: number
  stock: number
  familyId?: number | null | undefined
  facts: Omit<FilterFacts, 'id'> | undefined
}

export const needsFacts = ({ diet, without, cacao }: FilterValues) =>
  diet !== undefined || without.length > 0 || cacao !== undefined

export const MATCHES: Record<FilterName, (product: FilteredProduct, filters: FilterValues) => boolean> = {
  diet: ({ facts }, { diet }) => diet === undefined || facts?.diet === diet,
  without: ({ facts }, { without }) => isSafe(facts, without),
  cacao: ({ facts }, { cacao }) => isWithin(facts?.cacao, cacao),
  price: ({ price }, { price: range }) => isWithin(price, range),
  inStock: ({ stock }, { isInStock }) => !isInStock || stock > 0,
}

export const matchesFilters = (product: FilteredProduct, filters: FilterValues): boolean =>
  FILTER_NAMES.every((name) => MATCHES[name](product, filters))

/** Whether both what it contains and what it may contain is known, and has none of these. */
function isSafe(facts: FilteredProduct['facts'], without: readonly Allergen[]): boolean {
  if (without.length === 0) return true
  const { contains, mayContain } = facts ?? {}
  if (!contains || !mayContain) return false
  return !without.some((allergen) => contains.includes(allergen) || mayContain.includes(allergen))
}

const isWithin = (value: number | undefined, range: Range | undefined) =>
  range === undefined || (value !== undefined && value >= range.from && value <= range.to)

/** One value of a filter, with its label in the panel and its text in a chip. */
export type Choice = { name: FilterName; value: string; label: string; text: string }
export type ChoiceGroup = { legend: string; hint?: string; choices: readonly Choice[] }

const choice = (name: FilterName, value: string, label: string): Choice => ({ name, value, label, text: label })
const allergenChoice = (allergen: Allergen): Choice => {
  const name = ALLERGEN_NAMES[allergen]
  return { ...choice('without', allergen, allergen === 'egg' ? 'Egg-free' : capitalize(name)), text: name }
}

const CACAO_RANGES = ['0-49', '50-69', '70-100']
const PRICE_RANGES = ['0-500', '500-1000', '1000-2000', '2000-']

const percent = (value: number) => `${value}%`

function rangeChoice(name: 'cacao' | 'price', written: string): Choice[] {
  const range = readRange(written)
  if (!range) return []
  const format = name === 'cacao' ? percent : formatPrice
  return [choice(name, written, describeRange(range, format))]
}

function describeRange({ from, to }: Range, format: (value: number) => string): string {
  if (to === Number.POSITIVE_INFINITY || (format === percent && to === 100)) return `${format(from)} or more`
  return from === 0 ? `Up to ${format(to)}` : `${format(from)} to ${format(to)}`
}

/** The choices of the panel. A range or a diet of the address that is not among them gets its own. */
export function listChoiceGroups(params: FilterParams): ChoiceGroup[] {
  const { diet, ...clean } = cleanFilters(params)
  const ranges = (name: 'cacao' | 'price', usual: readonly string[]) =>
    [...new Set([...usual, clean[name] ?? ''])].flatMap((written) => rangeChoice(name, written))
  const diets = DIETS.filter((known) => known === 'veg' || known === diet)
  return [
    {
      legend: 'Diet',
      choices: [...diets.map((known) => choice('diet', known, DIET_NAMES[known])), allergenChoice('egg')],
    },
    {
      legend: 'Without',
      hint: 'Leaves out products that contain it or may contain traces of it, and products whose allergens are not stated.',
      choices: ALLERGENS.filter((allergen) => allergen !== 'egg').map(allergenChoice),
    },
    { legend: 'Cacao', choices: ranges('cacao', CACAO_RANGES) },
    { legend: 'Price', choices: ranges('price', PRICE_RANGES) },
    { legend: 'Availability', choices: [choice('inStock', 'true', 'In stock')] },
  ]
}

export const listChoices = (params: FilterParams) => listChoiceGroups(params).flatMap(({ choices }) => choices)

export const keyOfChoice = ({ name, value }: Pick<Choice, 'name' | 'value'>) => `${name}=${value}`

export function isChosen({ name, value }: Choice, params: FilterParams): boolean {
  const written = cleanFilters(params)[name]
  return name === 'without' ? (written?.split(',') ?? []).includes(value) : written === value
}

/** Adds a choice to the filters. Several allergens can be left out; other filters have one value. */
export function addChoice({ name, value }: Choice, params: FilterParams): FilterParams {
  const before = params.without ? `${params.without},` : ''
  return cleanFilters({ ...params, [name]: name === 'without' ? before + value : value })
}

export function toggleChoice(toggled: Choice, params: FilterParams): FilterParams {
  if (!isChosen(toggled, params)) return addChoice(toggled, params)
  const { [toggled.name]: removed = '', ...rest } = cleanFilters(params)
  if (toggled.name !== 'without') return rest
  const others = removed.split(',').filter((allergen) => allergen !== toggled.value)
  return cleanFilters({ ...rest, without: others.join(',') })
}
