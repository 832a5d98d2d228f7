import { FACT_TITLES } from './fact-columns.ts'

export const CSV_COLUMNS = {
  sku: 'SKU',
  name: 'Name',
  description: 'Description',
  category: 'Category',
  price: 'Price',
  stock: 'Stock',
  minStock: 'Minimum stock',
  maxPerOrder: 'Maximum per order',
  tiers: 'Price tiers',
  meltClass: 'Melts like',
  imageUrl: 'Picture',
  hsn: 'HSN',
  gst: 'GST %',
  archived: 'Archived',
  family: 'Family',
  size: 'Size',
  ...FACT_TITLES,
} as const
export type CsvColumn = keyof typeof CSV_COLUMNS

const MAX_IMPORT_MB = 8
export const MAX_IMPORT_BYTES = MAX_IMPORT_MB * 1024 * 1024
export const IMPORT_TOO_LARGE = `The file is larger than ${MAX_IMPORT_MB} MB. Please split it.`
export const MAX_IMPORT_ROWS = 5000
