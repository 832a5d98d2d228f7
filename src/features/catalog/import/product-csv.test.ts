import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DomainError } from '#src/core/domain-error.ts'
import { escapeFormula, unescapeFormula } from '#src/server/csv/csv.server.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { insertCategory, insertProduct } from '#tests/factories/catalog.ts'
import { CSV_COLUMNS, MAX_IMPORT_ROWS } from './csv-format.ts'
import { FACT_COLUMNS, FACT_TITLES, toFactCells } from './fact-columns.ts'
import { exportProductCsv, parseProductCsv } from './product-csv.server.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const anyText = fc.string({ unit: 'binary', maxLength: 60 })

describe('a cell', () => {
  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx', '＝1+1', "'=1+1"])('is never a formula: %j', (text) => {
    expect(escapeFormula(text)).toBe(`'${text}`)
    expect(unescapeFormula(escapeFormula(text))).toBe(text)
  })

  it.each(["'tis the season", 'Dark 70%', '', '1,450.00'])('that is no formula stays as it is: %j', (text) => {
    expect(escapeFormula(text)).toBe(text)
  })

  it('comes back as it was, whatever it says', () =>
    fc.assert(
      fc.property(anyText, (text) => {
        expect(escapeFormula(text)).not.toMatch(/^[=+\-@\t\r]/)
        expect(unescapeFormula(escapeFormula(text))).toBe(text)
      }),
    ))
})

describe('the file', () => {
  it('is for Excel: a byte order mark, everything quoted, nothing computed', () =>
    inTestTransaction(async (db) => {
      const { id: categoryId } = await insertCategory(db, 'Dark')
      await insertProduct(db, {
        ...{ categoryId, sku: 'GC-1', name: '=HYPERLINK("http://evil.example")', description: 'Two "bars",\nboxed' },
        ...{ pricePaise: 45050, stock: 7, minStock: 2, imageUrl: '/pictures/bar.webp' },
      })
      const file = await exportProductCsv(db, new Date('2026-11-22T12:00:00Z'))
      expect(file).toBe(
        '\uFEFF"SKU","Name","Description","Category","Price","Stock","Minimum stock","Maximum per order","Price tiers","Melts like","Picture","HSN","GST %","Archived","Family","Size"' +
          `${Object.values(FACT_TITLES)
            .map((title) => `,"${title}"`)
            .join('')}\r\n` +
          '"GC-1","\'=HYPERLINK(""http://evil.example"")","Two ""bars"",\nboxed","Dark","450.50","7","2","50",,"bar","/pictures/bar.webp","18069010","5","no"' +
          `${','.repeat(2 + FACT_COLUMNS.length)}\r\n`,
      )
      expect(parseProductCsv(bytes(file))).toEqual([
        {
          line: 3,
          cells: {
            ...{ sku: 'GC-1', name: '=HYPERLINK("http://evil.example")', description: 'Two "bars",\nboxed' },
            ...{
              category: 'Dark',
              price: '450.50',
              stock: '7',
              minStock: '2',
              maxPerOrder: '50',
              tiers: '',
              meltClass: 'bar',
            },
            ...{ imageUrl: '/pictures/bar.webp', hsn: '18069010', gst: '5', archived: 'no' },
            ...{ family: '', size: '', ...toFactCells({}) },
          },
        },
      ])
    }))

  it.each([
    ['commas', 'SKU,Price\nA,"1,450"\n'],
    ['semicolons', 'SKU;Price\nA;1,450\n'],
    ['tabs', 'sku\tprice\r\nA\t1,450\r\n'],
    ['empty lines', '\uFEFFsku,PRICE\n\nA,"1,450"\n,\n'],
  ])('is read with %s', (_, text) => {
    expect(parseProductCsv(bytes(text))).toMatchObject([{ cells: { sku: 'A', price: '1,450' } }])
  })

  it.each([
    ['nothing in it', '', 'The file is empty.'],
    ['no SKU', 'Name,Price\nBar,5\n', 'The SKU column is missing. It identifies the rows.'],
    ['a column twice', 'SKU,Price,price\nA,5,6\n', 'Two columns have the same name.'],
    ['too few cells', 'SKU,Price\nA\n', 'Line 2: the number of cells is not the number of columns.'],
    [
      'an open quotation',
      'SKU,Price\n"A,5\n',
      /^Line \d+: this cannot be read as a table\. A quotation mark may be missing\.$/,
    ],
    [
      'too many rows',
      `SKU\n${'A\n'.repeat(MAX_IMPORT_ROWS + 1)}`,
      `The file has more than ${MAX_IMPORT_ROWS} rows. Please split it.`,
    ],
  ])('with %s is refused in words', (_, text, sentence) => {
    expect(() => parseProductCsv(bytes(text))).toThrow(sentence)
  })

  it('names the columns that it may have', () => {
    expect(() => parseProductCsv(bytes('SKU,Colour\nA,red\n'))).toThrow(
      `There is no column "Colour". The columns are ${Object.values(CSV_COLUMNS).join(', ')}.`,
    )
  })

  it('with the letters of an old Windows is refused, not guessed', () => {
    expect(() => parseProductCsv(Uint8Array.from([0x53, 0x4b, 0x55, 0x0a, 0xe9]))).toThrow('CSV UTF-8')
  })

  it('is read or refused, whatever is in it', () => {
    const readOrRefused = (file: Uint8Array) => {
      try {
        parseProductCsv(file)
      } catch (error) {
        expect(error).toBeInstanceOf(DomainError)
      }
    }
    fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), readOrRefused), { numRuns: 2000 })
    fc.assert(
      fc.property(anyText, (text) => readOrRefused(bytes(`SKU,Name\n${text}`))),
      { numRuns: 2000 },
    )
  })
})
