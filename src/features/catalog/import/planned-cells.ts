import { DEFAULT_MAX_PER_ORDER } from '#src/core/shop-policy.ts'
import { nameKey } from '#src/core/words.ts'
import { fromTierCell } from '#src/features/catalog/tiers/price-tiers.ts'
import type { CsvColumn } from './csv-format.ts'
import { fromFactCells, toFactCells } from './fact-columns.ts'
import type { ProductCsvRow } from './product-csv.server.ts'

export const NEW_PRODUCT_CELLS: Record<CsvColumn, string> = {
  sku: '',
  name: '',
  description: '',
  category: '',
  price: '',
  stock: '0',
  minStock: '0',
  maxPerOrder: String(DEFAULT_MAX_PER_ORDER),
  tiers: '',
  meltClass: 'bar',
  imageUrl: '',
  hsn: '',
  gst: '',
  archived: 'no',
  family: '',
  size: '',
  ...toFactCells({}),
}

/** A blank cell clears these; elsewhere it changes nothing. */
const CLEARABLE = new Set<string>(['description', 'imageUrl'])

export function filledIn(cells: ProductCsvRow['cells']): ProductCsvRow['cells'] {
  return Object.fromEntries(Object.entries(cells).filter(([column, cell]) => cell !== '' || CLEARABLE.has(column)))
}

/** Cells in the form's shape, so that both use the same validation. */
export function typedFields(
  { archived: _, family: __, size: ___, category, hsn, gst, ...cells }: Record<CsvColumn, string>,
  {
    categoryIds,
    today,
    typedTiers,
  }: { categoryIds: Map<string, number>; today: string; typedTiers: string | undefined },
) {
  const whole = (cell: string) => (/^[0-9]{1,9}$/.test(cell) ? Number(cell) : Number.NaN)
  const { sku, name, description, price, imageUrl } = cells
  return {
    ...{ sku, name, description, price, imageUrl, meltClass: cells.meltClass.toLowerCase() },
    stock: whole(cells.stock),
    minStock: whole(cells.minStock),
    maxPerOrder: whole(cells.maxPerOrder),
    ...(typedTiers && { tiers: fromTierCell(typedTiers) }),
    facts: fromFactCells(cells),
    categoryId: categoryIds.get(nameKey(category)) ?? 0,
    tax: hsn === '' && gst === '' ? null : { hsn, percent: percentIn(gst), validFrom: today },
  }
}

function percentIn(cell: string): number {
  return /^[0-9]{1,2}(\.[0-9]{1,2})? ?%?$/.test(cell) ? Number.parseFloat(cell) : Number.NaN
}
