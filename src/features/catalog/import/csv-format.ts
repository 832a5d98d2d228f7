export const CSV_COLUMNS = {
  sku: 'SKU',
  name: 'Name',
  description: 'Description',
  category: 'Category',
  price: 'Price',
  stock: 'Stock',
  minStock: 'Minimum stock',
  maxPerOrder: 'Maximum per order',
  imageUrl: 'Picture',
  hsn: 'HSN',
  gst: 'GST %',
  archived: 'Archived',
} as const
export type CsvColumn = keyof typeof CSV_COLUMNS

export const MAX_IMPORT_BYTES = 2 * 1024 * 1024
export const MAX_IMPORT_ROWS = 5000

/** Prefixes that spreadsheets read as a formula, also in full width. */
const FORMULA = /^'*[=+\-@\t\r＝＋－＠]/

export const escapeFormula = (text: string) => (FORMULA.test(text) ? `'${text}` : text)

export const unescapeFormula = (cell: string) => (cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell)
