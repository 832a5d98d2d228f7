import { FILTER_NAMES, type FilterName, type FilterParams } from '#src/features/catalog/products/product-params.ts'
import {
  addChoice,
  type FilteredProduct,
  type FilterValues,
  keyOfChoice,
  listChoices,
  MATCHES,
  readFilters,
} from './product-choices.ts'

export type ChoiceCounts = Record<string, number>

/** How many cards the present filters leave, and each choice together with them. */
export function countChoices(products: readonly FilteredProduct[], params: FilterParams) {
  const { matching, candidates } = groupCandidates(products, readFilters(params))
  const counts: ChoiceCounts = {}
  for (const one of listChoices(params)) {
    const filters = readFilters(addChoice(one, params))
    const left = candidates[one.name].filter(({ product }) => MATCHES[one.name](product, filters))
    counts[keyOfChoice(one)] = countCards(left)
  }
  return { found: countCards(matching), counts }
}

/** Products that a filter does not tell apart. */
type Group = { product: FilteredProduct; families: Set<number>; others: number }

function countCards(groups: readonly Group[]): number {
  const families = new Set(groups.flatMap((group) => [...group.families]))
  return groups.reduce((sum, { others }) => sum + others, families.size)
}

/** The server's index shares equal facts. */
const readFacts = ({ facts }: FilteredProduct): unknown => facts
const readPrice = ({ price }: FilteredProduct): unknown => price
const readStock = ({ stock }: FilteredProduct): unknown => stock > 0

/** Groups the products that a choice of each filter can match: those that fail at most this filter. */
function groupCandidates(products: readonly FilteredProduct[], filters: FilterValues) {
  const { matching, failing } = splitByFailure(products, filters)
  const byFacts = groupBy(matching, readFacts)
  const candidates: Record<FilterName, Group[]> = {
    diet: [...byFacts, ...groupBy(failing.diet, readFacts)],
    without: [...byFacts, ...groupBy(failing.without, readFacts)],
    cacao: [...byFacts, ...groupBy(failing.cacao, readFacts)],
    price: [...groupBy(matching, readPrice), ...groupBy(failing.price, readPrice)],
    inStock: [...groupBy(matching, readStock), ...groupBy(failing.inStock, readStock)],
  }
  return { matching: byFacts, candidates }
}

function splitByFailure(products: readonly FilteredProduct[], filters: FilterValues) {
  const matching: FilteredProduct[] = []
  const failing: Record<FilterName, FilteredProduct[]> = { diet: [], without: [], cacao: [], price: [], inStock: [] }
  for (const product of products) {
    let failed: FilterName | undefined
    let failures = 0
    for (const name of FILTER_NAMES) {
      if (MATCHES[name](product, filters)) continue
      failed = name
      failures += 1
    }
    if (!failed) matching.push(product)
    else if (failures === 1) failing[failed].push(product)
  }
  return { matching, failing }
}

function groupBy(products: readonly FilteredProduct[], read: (product: FilteredProduct) => unknown): Group[] {
  const groups = new Map<unknown, Group>()
  for (const product of products) {
    const key = read(product)
    let group = groups.get(key)
    if (!group) {
      group = { product, families: new Set(), others: 0 }
      groups.set(key, group)
    }
    if (product.familyId) group.families.add(product.familyId)
    else group.others += 1
  }
  return [...groups.values()]
}
