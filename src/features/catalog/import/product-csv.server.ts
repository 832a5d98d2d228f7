import { CsvError, parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import { asc, eq } from 'drizzle-orm'
import { shopDay } from '#src/core/dates.ts'
import { DomainError } from '#src/core/domain-error.ts'
import { decimalRupees, paise } from '#src/core/money.ts'
import type { Db } from '#src/db/database.server.ts'
import type { FoodFacts } from '#src/features/catalog/food/food-facts.contract.ts'
import type { ProductRow } from '#src/features/catalog/products/product-row.server.ts'
import {
  categories,
  productFacts,
  productFamilies,
  products,
} from '#src/features/catalog/products/products.table.server.ts'
import { getTaxRates } from '#src/features/catalog/products/tax-rates.server.ts'
import type { DefaultTaxRate } from '#src/features/settings/settings-rules.ts'
import { CSV_COLUMNS, type CsvColumn, escapeFormula, MAX_IMPORT_ROWS, unescapeFormula } from './csv-format.ts'
import { toFactCells } from './fact-columns.ts'

export type CsvRow = { line: number; cells: Partial<Record<CsvColumn, string>> }

const COLUMNS = Object.keys(CSV_COLUMNS) as CsvColumn[]

/** Exports all products, archived ones too, as CSV that is safe to open in Excel. */
export async function exportProductCsv(db: Db, now: Date): Promise<string> {
  const rows = await db
    .select()
    .from(products)
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .leftJoin(productFamilies, eq(productFamilies.id, products.familyId))
    .leftJoin(productFacts, eq(productFacts.productId, products.id))
    .orderBy(asc(products.sku))
  const ids = rows.map((row) => row.products.id)
  const rates = await getTaxRates(db, ids, shopDay(now))
  const records = rows.map((row) => {
    const [category, rate] = [row.categories.name, rates.get(row.products.id)]
    const beside = { category, rate, facts: row.product_facts?.facts ?? {}, family: row.product_families?.name }
    const cells = toCsvCells(row.products, beside)
    return COLUMNS.map((column) => escapeFormula(cells[column]))
  })
  return stringify([Object.values(CSV_COLUMNS), ...records], { bom: true, quoted: true, record_delimiter: 'windows' })
}

type CsvProduct = Omit<ProductRow, 'id' | 'reserved' | 'familyId' | 'sizePosition' | 'createdAt' | 'updatedAt'>
type Beside = {
  category: string
  rate: DefaultTaxRate | undefined
  facts: FoodFacts
  family: string | undefined
}

/** Converts a product to cells, with the HSN and rate that apply today. */
export function toCsvCells(row: CsvProduct, { category, rate, facts, family }: Beside): Record<CsvColumn, string> {
  return {
    sku: row.sku,
    name: row.name,
    description: row.description,
    category,
    price: decimalRupees(paise(row.pricePaise)),
    stock: String(row.stock),
    minStock: String(row.minStock),
    maxPerOrder: String(row.maxPerOrder),
    imageUrl: row.imageUrl ?? '',
    hsn: rate?.hsn ?? '',
    gst: rate ? String(rate.rateBasisPoints / 100) : '',
    archived: row.archivedAt ? 'yes' : 'no',
    family: family ?? '',
    size: row.sizeLabel ?? '',
    ...toFactCells(facts),
  }
}

export function parseProductCsv(file: Uint8Array): CsvRow[] {
  const text = decoded(file)
  const [header, ...records] = parsed(text)
  if (!header) throw refused('The file is empty.')
  if (records.length > MAX_IMPORT_ROWS)
    throw refused(`The file has more than ${MAX_IMPORT_ROWS} rows. Please split it.`)
  const columns = header.cells.map(columnNamed)
  if (!columns.includes('sku')) throw refused('The SKU column is missing. It identifies the rows.')
  if (new Set(columns).size < columns.length) throw refused('Two columns have the same name.')
  return records.map(({ line, cells }) => ({
    line,
    cells: Object.fromEntries(columns.map((column, i) => [column, unescapeFormula((cells[i] ?? '').trim())])),
  }))
}

function decoded(file: Uint8Array): string {
  const notUtf8 = 'This file is not in UTF-8. Please save it as "CSV UTF-8".'
  // UTF-16 without its mark is UTF-8 with NULs, which PostgreSQL cannot store.
  if (file.includes(0)) throw refused(notUtf8)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file)
  } catch {
    throw refused(notUtf8)
  }
}

type RawRecord = { line: number; cells: string[] }

function parsed(text: string): RawRecord[] {
  try {
    const records = parse(text, {
      delimiter: delimiterOf(text),
      info: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      to: MAX_IMPORT_ROWS + 2,
    }) as unknown as { record: string[]; info: { lines: number } }[]
    return records.map(({ record, info }) => ({ line: info.lines, cells: record }))
  } catch (error) {
    throw refused(problemOf(error))
  }
}

/** Excel uses the separator of the computer's region. */
function delimiterOf(text: string): string {
  const header = text.slice(0, text.search(/[\r\n]|$/))
  const counts = [',', ';', '\t'].map((mark) => ({ mark, count: header.split(mark).length }))
  return counts.reduce((most, one) => (one.count > most.count ? one : most)).mark
}

function problemOf(error: unknown): string {
  if (!(error instanceof CsvError)) throw error
  const where = typeof error.lines === 'number' ? `Line ${error.lines}: ` : ''
  if (error.code === 'CSV_RECORD_INCONSISTENT_FIELDS_LENGTH')
    return `${where}the number of cells is not the number of columns.`
  return `${where}this cannot be read as a table. A quotation mark may be missing.`
}

function columnNamed(typed: string): CsvColumn {
  const wanted = typed.trim().toLowerCase()
  const column = COLUMNS.find((known) => [known, CSV_COLUMNS[known]].some((name) => name.toLowerCase() === wanted))
  if (column) return column
  throw refused(`There is no column "${typed.slice(0, 40)}". The columns are ${Object.values(CSV_COLUMNS).join(', ')}.`)
}

const refused = (sentence: string) => new DomainError('invalid', sentence)
