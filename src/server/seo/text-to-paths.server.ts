import figtreeStrong from '@fontsource/figtree/files/figtree-latin-600-normal.woff?inline'
import figtreeStrongMore from '@fontsource/figtree/files/figtree-latin-ext-600-normal.woff?inline'
import marcellus from '@fontsource/marcellus/files/marcellus-latin-400-normal.woff?inline'
import tiroTelugu from '@fontsource/tiro-telugu/files/tiro-telugu-telugu-400-normal.woff?inline'
import { create, type Font } from 'fontkit'

export type SvgTextStyle = { face: 'display' | 'text'; size: number; colour: string; tracking?: number }

/** A typeface is split into several files by unicode range. */
const FACES = { display: [marcellus, figtreeStrong, tiroTelugu], text: [figtreeStrong, figtreeStrongMore, tiroTelugu] }

const opened = new Map<string, Font>()

function fontsOf(face: SvgTextStyle['face']): Font[] {
  return FACES[face].map((inline) => {
    const font = opened.get(inline) ?? (create(Buffer.from(inline.slice(inline.indexOf(',') + 1), 'base64')) as Font)
    opened.set(inline, font)
    return font
  })
}

/** Converts a line of text to SVG paths: the renderer knows only system fonts. Missing glyphs are skipped. */
export function textToPaths(text: string, { x, y, ...style }: SvgTextStyle & { x: number; y: number }): string {
  let left = x
  const shapes = runsOf(text, style.face).flatMap(({ font, letters }) => {
    const scale = style.size / font.unitsPerEm
    const { glyphs, positions } = font.layout(letters)
    return glyphs.map((glyph, at) => {
      const shape = `<path transform="translate(${round(left)} ${y}) scale(${round(scale)} ${round(-scale)})" d="${glyph.path.toSVG()}"/>`
      left += (positions[at]?.xAdvance ?? 0) * scale + (style.tracking ?? 0)
      return shape
    })
  })
  return `<g fill="${style.colour}">${shapes.join('')}</g>`
}

export function wrapText(text: string, { width, atMost, ...style }: SvgTextStyle & { width: number; atMost: number }) {
  const fits = (line: string) => widthOf(line, style) <= width
  const lines: string[] = []
  for (const word of text.trim().split(/\s+/)) {
    const longer = `${lines.at(-1) ?? ''} ${word}`.trim()
    if (lines.length > 0 && fits(longer)) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  const shown = lines.slice(0, atMost).map((line) => (fits(line) ? line : shortened(line, fits)))
  if (lines.length > atMost) shown.push(shortened(shown.pop() ?? '', fits))
  return shown
}

function shortened(line: string, fits: (line: string) => boolean): string {
  const letters = [...line]
  while (letters.length > 0 && !fits(`${letters.join('').trimEnd()}…`)) letters.pop()
  return `${letters.join('').trimEnd()}…`
}

function widthOf(text: string, { face, size, tracking = 0 }: Omit<SvgTextStyle, 'colour'>): number {
  return runsOf(text, face).reduce((width, { font, letters }) => {
    const { advanceWidth, glyphs } = font.layout(letters)
    return width + (advanceWidth / font.unitsPerEm) * size + tracking * glyphs.length
  }, 0)
}

function runsOf(text: string, face: SvgTextStyle['face']): { font: Font; letters: string }[] {
  const runs: { font: Font; letters: string }[] = []
  for (const letter of text.normalize('NFC')) {
    const font = fontsOf(face).find((one) => one.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0))
    const last = runs.at(-1)
    if (font && last?.font === font) last.letters += letter
    else if (font) runs.push({ font, letters: letter })
  }
  return runs
}

const round = (value: number) => Math.round(value * 10_000) / 10_000
