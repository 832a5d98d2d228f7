import figtreeRegular from '@fontsource/figtree/files/figtree-latin-400-normal.woff?inline'
import figtreeStrong from '@fontsource/figtree/files/figtree-latin-600-normal.woff?inline'
import figtreeRegularMore from '@fontsource/figtree/files/figtree-latin-ext-400-normal.woff?inline'
import figtreeStrongMore from '@fontsource/figtree/files/figtree-latin-ext-600-normal.woff?inline'
import marcellus from '@fontsource/marcellus/files/marcellus-latin-400-normal.woff?inline'
import tiroTelugu from '@fontsource/tiro-telugu/files/tiro-telugu-telugu-400-normal.woff?inline'
import type PDFDocument from 'pdfkit'

export type Pdf = InstanceType<typeof PDFDocument>
export type FontFace = 'regular' | 'strong' | 'display'

const file = (inline: string) => Buffer.from(inline.slice(inline.indexOf(',') + 1), 'base64')

const FONTS = {
  figtree: file(figtreeRegular),
  'figtree-more': file(figtreeRegularMore),
  'figtree-strong': file(figtreeStrong),
  'figtree-strong-more': file(figtreeStrongMore),
  marcellus: file(marcellus),
  telugu: file(tiroTelugu),
}
type FontName = keyof typeof FONTS

/** The rupee sign and the digits are in different font files. */
const FACES: Record<FontFace, FontName[]> = {
  regular: ['figtree', 'figtree-more', 'telugu'],
  strong: ['figtree-strong', 'figtree-strong-more', 'telugu'],
  display: ['marcellus', 'figtree', 'figtree-more', 'telugu'],
}

export type TextStyle = { face: FontFace; size: number }
type Run = { font: FontName; text: string }

/** Registers the fonts with a PDF; pdfkit embeds only the glyphs that are used. */
export function registerFonts(pdf: Pdf): void {
  for (const [name, data] of Object.entries(FONTS)) pdf.registerFont(name, data)
}

export function writeTextLine(
  pdf: Pdf,
  text: string,
  { x, y, toRight, face, size }: TextStyle & { x: number; y: number; toRight?: boolean },
): void {
  let left = toRight ? x - widthOf(pdf, text, { face, size }) : x
  for (const run of runsOf(pdf, text, face)) {
    pdf.font(run.font).fontSize(size).text(run.text, left, y, { lineBreak: false, baseline: 'alphabetic' })
    left += pdf.widthOfString(run.text)
  }
}

export function wrapPdfText(pdf: Pdf, text: string, style: TextStyle & { width: number }): string[] {
  const fits = (line: string) => widthOf(pdf, line, style) <= style.width
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/\s+/).flatMap((long) => (fits(long) ? [long] : pieces(long, fits)))) {
    const longer = line === '' ? word : `${line} ${word}`
    if (fits(longer)) line = longer
    else {
      lines.push(line)
      line = word
    }
  }
  return [...lines, line]
}

const graphemes = new Intl.Segmenter('en-IN', { granularity: 'grapheme' })

function pieces(word: string, fits: (piece: string) => boolean): string[] {
  const cut: string[] = []
  for (const { segment } of graphemes.segment(word)) {
    const last = cut.at(-1)
    if (last !== undefined && fits(last + segment)) cut[cut.length - 1] = last + segment
    else cut.push(segment)
  }
  return cut
}

function widthOf(pdf: Pdf, text: string, { face, size }: TextStyle): number {
  return runsOf(pdf, text, face).reduce(
    (width, run) => width + pdf.font(run.font).fontSize(size).widthOfString(run.text),
    0,
  )
}

/** Splits text into runs by the first font that has each glyph; unknown characters become a question mark. */
function runsOf(pdf: Pdf, text: string, face: FontFace): Run[] {
  const runs: Run[] = []
  for (const grapheme of text.normalize('NFC')) {
    const font = FACES[face].find((name) => has(pdf, name, grapheme))
    const last = runs.at(-1)
    const [wanted, shown] = font ? [font, grapheme] : [FACES[face][0] ?? 'figtree', '?']
    if (last?.font === wanted) last.text += shown
    else runs.push({ font: wanted, text: shown })
  }
  return runs
}

const known = new Map<string, boolean>()

function has(pdf: Pdf, name: FontName, grapheme: string): boolean {
  const key = `${name} ${grapheme}`
  const cached = known.get(key)
  if (cached !== undefined) return cached
  // pdfkit's types hide the underlying font, which knows its glyphs.
  const { font } = (
    pdf.font(name) as unknown as { _font: { font: { hasGlyphForCodePoint: (point: number) => boolean } } }
  )._font
  const found = font.hasGlyphForCodePoint(grapheme.codePointAt(0) ?? 0)
  known.set(key, found)
  return found
}
