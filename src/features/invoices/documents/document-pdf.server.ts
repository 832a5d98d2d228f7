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

function draw(pen: Cursor, document: PrintedDocument): void {
  drawHead(pen, document)
  drawParties(pen, document)
  drawTable(pen, document)
  drawSums(pen, document)
  drawSignature(pen, document)
}

function drawHead(pen: Cursor, { title, declaration, facts }: PrintedDocument): void {
  const beside = { ...pen }
  writeTextLine(pen.pdf, title, { x: PAGE.left, y: pen.y + 16, face: 'display', size: 22 })
  pen.y += 32
  if (declaration) write(pen, declaration, { ...BODY, x: PAGE.left, width: 250 })
  for (const { name, value } of facts) {
    beside.y += BODY.size * LEADING
    writeTextLine(pen.pdf, name, { ...BODY, x: 345, y: beside.y })
    writeTextLine(pen.pdf, value, { ...BODY, x: PAGE.right, y: beside.y, toRight: true })
  }
  pen.y = Math.max(pen.y, beside.y) + GAP
  rule(pen, 1)
  pen.y += GAP * 1.5
}

function drawParties(pen: Cursor, { parties }: PrintedDocument): void {
  const width = (PAGE.right - PAGE.left) / 2 - 12
  const ends = parties.map(({ heading, name, rows }, at) => {
    const own = { ...pen }
    const place = { x: PAGE.left + at * (width + 24), width }
    write(own, heading, { ...SMALL, ...place })
    write(own, name, { ...STRONG, ...place })
    for (const row of rows) write(own, row, { ...BODY, ...place })
    return own.y
  })
  pen.y = Math.max(...ends) + GAP * 1.5
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

function drawTable(pen: Cursor, { table }: PrintedDocument): void {
  const columns = layoutColumns(table.columns)
  const heads = table.columns.map(({ head }) => head)
  const head = () => {
    drawRow(pen, heads, { columns, style: STRONG })
    rule(pen, 1)
  }
  head()
  for (const row of table.rows) {
    if (pen.y + heightOf(pen.pdf, row, columns) > PAGE.bottom) {
      newPage(pen)
      head()
    }
    drawRow(pen, row, { columns, style: BODY })
    rule(pen, 0.5)
  }
  if (pen.y + STRONG.size * LEADING * 2 > PAGE.bottom) {
    newPage(pen)
    head()
  }
  drawRow(pen, table.foot, { columns, style: STRONG })
  rule(pen, 1)
  pen.y += GAP
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

function drawRow(pen: Cursor, row: string[], { columns, style }: { columns: Placed[]; style: TextStyle }): void {
  const ends = columns.map((column, at) => {
    let y = pen.y + GAP / 2
    for (const { line, style: own } of cellLines(pen.pdf, row[at] ?? '', { ...column, style })) {
      y += own.size * LEADING
      writeTextLine(pen.pdf, line, { ...own, x: column.x, y: y - own.size * 0.3, toRight: column.alignRight })
    }
    return y
  })
  pen.y = Math.max(...ends) + GAP / 2
}

function drawSums(pen: Cursor, { words, notes, sums }: PrintedDocument): void {
  keepTogether(pen, 90)
  const beside = { ...pen }
  const place = { x: PAGE.left, width: 270 }
  write(pen, words, { ...STRONG, ...place })
  for (const note of notes) write(pen, note, { ...BODY, ...place })
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
    writeTextLine(pen.pdf, name, { ...style, x: 365, y: beside.y })
    writeTextLine(pen.pdf, value, { ...style, x: PAGE.right, y: beside.y, toRight: true })
  }
  pen.y = Math.max(pen.y, beside.y) + GAP * 3
}

function drawSignature(pen: Cursor, { signature }: PrintedDocument): void {
  keepTogether(pen, 70)
  for (const line of wrapPdfText(pen.pdf, signature, { ...BODY, width: 190 })) {
    pen.y += BODY.size * LEADING
    writeTextLine(pen.pdf, line, { ...BODY, x: PAGE.right, y: pen.y, toRight: true })
  }
  pen.y += 36
  pen.pdf.moveTo(365, pen.y).lineTo(PAGE.right, pen.y).lineWidth(0.5).stroke()
  writeTextLine(pen.pdf, 'Authorised signatory', { ...BODY, x: PAGE.right, y: pen.y + 12, toRight: true })
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

function write(pen: Cursor, text: string, { x, width, ...style }: TextStyle & { x: number; width: number }): void {
  for (const line of wrapPdfText(pen.pdf, text, { ...style, width })) {
    pen.y += style.size * LEADING
    writeTextLine(pen.pdf, line, { ...style, x, y: pen.y })
  }
}

function rule(pen: Cursor, weight: number): void {
  pen.pdf
    .moveTo(PAGE.left, pen.y)
    .lineTo(PAGE.right, pen.y)
    .lineWidth(weight)
    .stroke(weight < 1 ? '#999' : '#000')
}

function keepTogether(pen: Cursor, height: number): void {
  if (pen.y + height > PAGE.bottom) newPage(pen)
}

function newPage(pen: Cursor): void {
  pen.pdf.addPage()
  pen.y = PAGE.top
}
