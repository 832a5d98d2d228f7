import PDFDocument from 'pdfkit'
import { SHOP_NAME } from '#src/core/shop-policy.ts'
import { type Pdf, registerFonts, type TextStyle, wrapPdfText, writeTextLine } from './pdf-text.server.ts'
import type { PrintedDocument } from './printed-document.ts'
import type { DocumentColumn } from './printed-table.ts'

const PAGE = { width: 595.28, height: 841.89, left: 40, right: 555.28, top: 44, bottom: 792 }
const BODY: TextStyle = { face: 'regular', size: 8.5 }
const STRONG: TextStyle = { face: 'strong', size: 8.5 }
const SMALL: TextStyle = { face: 'regular', size: 7.5 }
const LEADING = 1.4
const GAP = 8

type Cursor = { pdf: Pdf; y: number }

/** Renders a document as a PDF. Deterministic: the bytes depend on the document only. */
export async function renderDocumentPdf(document: PrintedDocument): Promise<Uint8Array<ArrayBuffer>> {
  const pdf = new PDFDocument({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    lang: 'en-IN',
    displayTitle: true,
    // Our fonts are registered later; pdfkit would read its default font from its own folder.
    font: null as unknown as string,
    info: {
      Title: `${document.title} ${document.number}`,
      Author: SHOP_NAME,
      CreationDate: document.issuedAt,
      ModDate: document.issuedAt,
    },
  })
  const chunks: Buffer[] = []
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
  const finished = new Promise((resolve) => pdf.on('end', resolve))
  registerFonts(pdf)
  draw({ pdf, y: PAGE.top }, document)
  numberPages(pdf, document)
  pdf.end()
  await finished
  return new Uint8Array(Buffer.concat(chunks))
}

function draw(cursor: Cursor, document: PrintedDocument): void {
  drawHead(cursor, document)
  drawParties(cursor, document)
  drawTable(cursor, document)
  drawSums(cursor, document)
  drawSignature(cursor, document)
}

function drawHead(cursor: Cursor, { title, declaration, facts }: PrintedDocument): void {
  const beside = { ...cursor }
  writeTextLine(cursor.pdf, title, { x: PAGE.left, y: cursor.y + 16, face: 'display', size: 22 })
  cursor.y += 32
  if (declaration) write(cursor, declaration, { ...BODY, x: PAGE.left, width: 250 })
  for (const { name, value } of facts) {
    beside.y += BODY.size * LEADING
    writeTextLine(cursor.pdf, name, { ...BODY, x: 345, y: beside.y })
    writeTextLine(cursor.pdf, value, { ...BODY, x: PAGE.right, y: beside.y, toRight: true })
  }
  cursor.y = Math.max(cursor.y, beside.y) + GAP
  rule(cursor, 1)
  cursor.y += GAP * 1.5
}

function drawParties(cursor: Cursor, { parties }: PrintedDocument): void {
  const gap = 24
  const width = (PAGE.right - PAGE.left + gap) / parties.length - gap
  const ends = parties.map(({ heading, name, rows }, at) => {
    const own = { ...cursor }
    const place = { x: PAGE.left + at * (width + gap), width }
    write(own, heading, { ...SMALL, ...place })
    write(own, name, { ...STRONG, ...place })
    for (const row of rows) write(own, row, { ...BODY, ...place })
    return own.y
  })
  cursor.y = Math.max(...ends) + GAP * 1.5
}

function layoutColumns(columns: DocumentColumn[]) {
  const space = 6
  const taken = columns.reduce((sum, { width }) => sum + (width ?? 0), 0)
  let left = PAGE.left
  return columns.map((column) => {
    const width = column.width ?? PAGE.right - PAGE.left - taken
    left += width
    return { ...column, x: column.alignRight ? left : left - width, width: width - space }
  })
}

type Placed = ReturnType<typeof layoutColumns>[number]

function drawTable(cursor: Cursor, { table }: PrintedDocument): void {
  const columns = layoutColumns(table.columns)
  const heads = table.columns.map(({ head }) => head)
  const head = () => {
    drawRow(cursor, heads, { columns, style: STRONG })
    rule(cursor, 1)
  }
  head()
  for (const row of table.rows) {
    if (cursor.y + heightOf(cursor.pdf, row, columns) > PAGE.bottom) {
      newPage(cursor)
      head()
    }
    drawRow(cursor, row, { columns, style: BODY })
    rule(cursor, 0.5)
  }
  if (cursor.y + STRONG.size * LEADING * 2 > PAGE.bottom) {
    newPage(cursor)
    head()
  }
  drawRow(cursor, table.foot, { columns, style: STRONG })
  rule(cursor, 1)
  cursor.y += GAP
}

function cellLines(pdf: Pdf, text: string, { width, alignRight, style }: Placed & { style: TextStyle }) {
  const [first = '', ...others] = text.split('\n')
  const main = alignRight ? [first] : wrapPdfText(pdf, first, { ...style, width })
  return [...main.map((line) => ({ line, style })), ...others.map((line) => ({ line, style: SMALL }))]
}

function heightOf(pdf: Pdf, row: string[], columns: Placed[]): number {
  const rows = columns.map((column, at) => cellLines(pdf, row[at] ?? '', { ...column, style: BODY }).length)
  return Math.max(...rows) * BODY.size * LEADING + GAP
}

function drawRow(cursor: Cursor, row: string[], { columns, style }: { columns: Placed[]; style: TextStyle }): void {
  const ends = columns.map((column, at) => {
    let y = cursor.y + GAP / 2
    for (const { line, style: own } of cellLines(cursor.pdf, row[at] ?? '', { ...column, style })) {
      y += own.size * LEADING
      writeTextLine(cursor.pdf, line, { ...own, x: column.x, y: y - own.size * 0.3, toRight: column.alignRight })
    }
    return y
  })
  cursor.y = Math.max(...ends) + GAP / 2
}

function drawSums(cursor: Cursor, { words, notes, sums }: PrintedDocument): void {
  keepTogether(cursor, 90)
  const beside = { ...cursor }
  const place = { x: PAGE.left, width: 270 }
  write(cursor, words, { ...STRONG, ...place })
  for (const note of notes) write(cursor, note, { ...BODY, ...place })
  for (const [at, { name, value }] of sums.entries()) {
    const style = at === sums.length - 1 ? { ...STRONG, size: 11 } : BODY
    beside.y += style.size * LEADING
    if (at === sums.length - 1) {
      beside.pdf
        .moveTo(365, beside.y - 8)
        .lineTo(PAGE.right, beside.y - 8)
        .lineWidth(1)
        .stroke()
      beside.y += 5
    }
    writeTextLine(cursor.pdf, name, { ...style, x: 365, y: beside.y })
    writeTextLine(cursor.pdf, value, { ...style, x: PAGE.right, y: beside.y, toRight: true })
  }
  cursor.y = Math.max(cursor.y, beside.y) + GAP * 3
}

function drawSignature(cursor: Cursor, { signature }: PrintedDocument): void {
  keepTogether(cursor, 70)
  for (const line of wrapPdfText(cursor.pdf, signature, { ...BODY, width: 190 })) {
    cursor.y += BODY.size * LEADING
    writeTextLine(cursor.pdf, line, { ...BODY, x: PAGE.right, y: cursor.y, toRight: true })
  }
  cursor.y += 36
  cursor.pdf.moveTo(365, cursor.y).lineTo(PAGE.right, cursor.y).lineWidth(0.5).stroke()
  writeTextLine(cursor.pdf, 'Authorised signatory', { ...BODY, x: PAGE.right, y: cursor.y + 12, toRight: true })
}

function numberPages(pdf: Pdf, { title, number }: PrintedDocument): void {
  const { count } = pdf.bufferedPageRange()
  for (let at = 0; at < count; at++) {
    pdf.switchToPage(at)
    const y = PAGE.height - 28
    writeTextLine(pdf, `${title} ${number}`, { ...SMALL, x: PAGE.left, y })
    writeTextLine(pdf, `Page ${at + 1} of ${count}`, { ...SMALL, x: PAGE.right, y, toRight: true })
  }
}

function write(cursor: Cursor, text: string, { x, width, ...style }: TextStyle & { x: number; width: number }): void {
  for (const line of wrapPdfText(cursor.pdf, text, { ...style, width })) {
    cursor.y += style.size * LEADING
    writeTextLine(cursor.pdf, line, { ...style, x, y: cursor.y })
  }
}

function rule(cursor: Cursor, weight: number): void {
  cursor.pdf
    .moveTo(PAGE.left, cursor.y)
    .lineTo(PAGE.right, cursor.y)
    .lineWidth(weight)
    .stroke(weight < 1 ? '#999' : '#000')
}

function keepTogether(cursor: Cursor, height: number): void {
  if (cursor.y + height > PAGE.bottom) newPage(cursor)
}

function newPage(cursor: Cursor): void {
  cursor.pdf.addPage()
  cursor.y = PAGE.top
}
