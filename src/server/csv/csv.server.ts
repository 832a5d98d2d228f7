import { CsvError, parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import { DomainError } from '#src/core/domain-error.ts'

export type CsvRow<Column extends string> = { line: number; cells: Partial<Record<Column, string>> }

type CsvLayout<Column extends string> = {
  /** Titles by column; a file may use either. */
  columns: Readonly<Record<Column, string>>
  /** What to say when such a column is missing. */
  required: Partial<Record<Column, string>>
  maxRows: number
  tooManyRows: string
}

/** Reads a file as spreadsheets save it: UTF-8 with or without its mark; commas, semicolons or tabs. */
export function readCsv<Column extends string>(file: Uint8Array, layout: CsvLayout<Column>): CsvRow<Column>[] {
  const { required, maxRows, tooManyRows } = layout
  const [header, ...records] = parsed(decoded(file), maxRows)
  if (!header) throw refused('The file is empty.')
  if (records.length > maxRows) throw refused(tooManyRows)
  const columns = header.cells.map((typed) => columnNamed(typed, layout))
  for (const [column, message] of Object.entries(required) as [Column, string][])
    if (!columns.includes(column)) throw refused(message)
  if (new Set(columns).size < columns.length) throw refused('Two columns have the same name.')
  const toCells = (cells: string[]) => columns.map((column, i) => [column, readCell(cells[i] ?? '')])
  // Safe cast: the keys are columns of the layout.
  return records.map(({ line, cells }) => ({
    line,
    cells: Object.fromEntries(toCells(cells)) as CsvRow<Column>['cells'],
  }))
}

/** Writes a file that is safe to open in Excel. */
export function writeCsv(titles: readonly string[], records: readonly (readonly string[])[]): string {
  const cells = records.map((record) => record.map(escapeFormula))
  return stringify([titles, ...cells], { bom: true, quoted: true, record_delimiter: 'windows' })
}

/** Prefixes that spreadsheets read as a formula, also in full width. */
const FORMULA = /^'*[=+\-@\t\r＝＋－＠]/

export const escapeFormula = (text: string) => (FORMULA.test(text) ? `'${text}` : text)

/** An escaped cell may begin with a tab. */
export const readCell = (cell: string) => unescapeFormula(cell.trim()).trim()

export const unescapeFormula = (cell: string) => (cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell)

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

function parsed(text: string, maxRows: number): RawRecord[] {
  try {
    const records = parse(text, {
      delimiter: delimiterOf(text),
      info: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      to: maxRows + 2,
    }) as unknown as { record: string[]; info: { lines: number } }[]
    return records.map(({ record, info }) => ({ line: info.lines, cells: record }))
  } catch (error) {
    throw refused(describeCsvError(error))
  }
}

/** Excel uses the separator of the computer's region. */
export function delimiterOf(text: string): string {
  const header = text.slice(0, text.search(/[\r\n]|$/))
  const counts = [',', ';', '\t'].map((mark) => ({ mark, count: header.split(mark).length }))
  return counts.reduce((most, one) => (one.count > most.count ? one : most)).mark
}

export function describeCsvError(error: unknown): string {
  if (!(error instanceof CsvError)) throw error
  const where = typeof error.lines === 'number' ? `Line ${error.lines}: ` : ''
  if (error.code === 'CSV_RECORD_INCONSISTENT_FIELDS_LENGTH')
    return `${where}the number of cells is not the number of columns.`
  return `${where}this cannot be read as a table. A quotation mark may be missing.`
}

function columnNamed<Column extends string>(typed: string, { columns }: CsvLayout<Column>): Column {
  const wanted = typed.trim().toLowerCase()
  const known = Object.entries(columns) as [Column, string][]
  const found = known.find(([column, title]) => [column, title].some((name) => name.toLowerCase() === wanted))
  if (found) return found[0]
  const titles = Object.values(columns).join(', ')
  throw refused(`There is no column "${typed.slice(0, 40)}". The columns are ${titles}.`)
}

const refused = (sentence: string) => new DomainError('invalid', sentence)
