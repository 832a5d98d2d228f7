import { describe, expect, it } from 'vitest'
import { textToPaths, wrapText } from './text-to-paths.server.ts'

const STYLE = { face: 'display', size: 60, colour: '#ffffff' } as const
const shapesOf = (text: string, face: 'display' | 'text' = 'display') =>
  textToPaths(text, { ...STYLE, face, x: 0, y: 0 }).match(/<path/g)?.length ?? 0

describe('text as paths', () => {
  it('draws rupees and Telugu beside Latin letters, in either face', () => {
    expect(shapesOf('₹1,850', 'text')).toBe(6)
    expect(shapesOf('Golconda')).toBe(8)
    expect(shapesOf('గోల్కొండ')).toBeGreaterThan(2)
  })

  it('leaves out letters that no font of the shop has', () => {
    expect(shapesOf('A😀B')).toBe(2)
  })

  it('contains only shapes, so that no text can be read as markup', () => {
    expect(textToPaths('<script>&"', { ...STYLE, x: 0, y: 0 })).not.toMatch(/script|&/)
  })
})

describe('lines of a heading', () => {
  it('breaks between words', () => {
    expect(wrapText('Double Espresso Truffles', { ...STYLE, width: 480, atMost: 4 })).toEqual([
      'Double Espresso',
      'Truffles',
    ])
  })

  it('ends with an ellipsis when there is no more room', () => {
    const lines = wrapText('The house of my grandmother in the rain of July', { ...STYLE, width: 480, atMost: 2 })
    expect(lines).toHaveLength(2)
    expect(lines[1]).toMatch(/…$/)
  })

  it('shortens a word that is wider than the line', () => {
    expect(wrapText('Chocolate'.repeat(9), { ...STYLE, width: 480, atMost: 3 })[0]).toMatch(/^Chocolate.*…$/)
  })
})
