import { isUtf8 } from 'node:buffer'
import { parse } from 'csv-parse/sync'
import { DomainError } from '#src/core/domain-error.ts'
import { delimiterOf, describeCsvError, readCell } from './csv.server.ts'

/** `row` is the row of the spreadsheet, which counts headings and empty rows. */
export type TableRow = { row: number; cells: string[] }

export const MAX_READ_ROWS = 2000

/** Cells pasted from a spreadsheet, or a file in any encoding of Excel. Rows may be shorter than the heading. */
export function readPastedTable(file: Uint8Array): TableRow[] {
  const text = decodeTable(file)
  // Excel names its separator in a line above the heading.
  const [, named] = /^sep=([,;\t])\r?\n/.exec(text) ?? []
  const delimiter = named ?? delimiterOf(text.trimStart())
  const rows = parseRows(named ? text.replace(/^.*/, '') : text, delimiter)
  return rows.filter(({ cells }) => cells.some((cell) => cell !== ''))
}

function parseRows(text: string, delimiter: string): TableRow[] {
  try {
    // Rows of separators only become empty lines, which are counted and skipped faster.
    const records = parse(text.replaceAll(/^[,;\t ]+\r?$/gm, ''), {
      delimiter,
      info: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      to: MAX_READ_ROWS + 2,
    }) as unknown as { record: string[]; info: { records: number; empty_lines: number } }[]
    return records.map(({ record, info }) => ({
      row: info.records + info.empty_lines,
      cells: record.map(readCell),
    }))
  } catch (error) {
    throw new DomainError('invalid', describeCsvError(error))
  }
}

const startsWith = (file: Uint8Array, ...bytes: number[]) => bytes.every((byte, at) => file[at] === byte)

function decodeTable(file: Uint8Array): string {
  if (startsWith(file, 0x50, 0x4b) || startsWith(file, 0xd0, 0xcf))
    throw new DomainError(
      'invalid',
      'This is a workbook. Please save it as "CSV UTF-8", or copy its cells and paste them.',
    )
  const text = new TextDecoder(encodingOf(file)).decode(file)
  if (text.includes('\0'))
    throw new DomainError('invalid', 'This is not a table of text. Please save it as "CSV UTF-8".')
  return text
}

/** Excel on Windows saves plain CSV as windows-1252. */
function encodingOf(file: Uint8Array): string {
  if (startsWith(file, 0xff, 0xfe)) return 'utf-16le'
  if (startsWith(file, 0xfe, 0xff)) return 'utf-16be'
  if (file[0] !== 0 && file[1] === 0) return 'utf-16le'
  if (file[0] === 0 && file[1] !== 0) return 'utf-16be'
  return isUtf8(file) ? 'utf-8' : 'windows-1252'
}
