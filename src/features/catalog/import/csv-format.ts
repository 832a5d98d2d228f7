/** The columns of the list as a file, in its order. A row is known by its SKU. */
export const CSV_COLUMNS = {
  sku: 'SKU',
  name: 'Name',
  description: 'Description',
  category: 'Category',
  price: 'Price',
  stock: 'Stock',
  minStock: 'Minimum stock',
  maxPerOrder: 'Most per order',
  imageUrl: 'Picture',
  hsn: 'HSN',
  gst: 'GST %',
  archived: 'Archived',
} as const
export type CsvColumn = keyof typeof CSV_COLUMNS

export const MAX_IMPORT_BYTES = 2 * 1024 * 1024
export const MAX_IMPORT_ROWS = 5000

/** What a program for tables takes for the beginning of a formula; also in the wide letters of East Asia. */
const FORMULA = /^'*[=+\-@\t\r＝＋－＠]/

/** A text as a cell that no program computes. */
export const escapeFormula = (text: string) => (FORMULA.test(text) ? `'${text}` : text)

/** The text of a cell, without the guard. */
export const unescapeFormula = (cell: string) => (cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell)
