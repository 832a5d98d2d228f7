import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DEMO_PRODUCTS } from '#db/demo/data/catalog.ts'
import { findStaticImage } from '#src/core/images/static-images.ts'
import { parseMoodSearchParams } from './mood-search-params.ts'
import {
  findMood,
  findSentencesWith,
  MOODS,
  moodPicture,
  moodScene,
  recommendProducts,
  splitAtMatches,
} from './moods.ts'

const SPECIFIED = {
  happy: ['sweet', 'milk', 'vanilla', 'caramel', 'fruity'],
  romantic: ['strawberry', 'rose', 'heart', 'valentine', 'pink'],
  energetic: ['dark', 'espresso', 'coffee', 'mint', 'spicy'],
  calm: ['lavender', 'chamomile', 'white', 'coconut', 'honey'],
  adventurous: ['exotic', 'chili', 'unique', 'fusion', 'special'],
  cozy: ['cinnamon', 'nutmeg', 'autumn', 'warm', 'spiced'],
}

const bar = (name: string, description = 'A bar.', stock = 3) => ({ name, description, stock })
const calm = MOODS[3]

describe('the six moods', () => {
  it('are these, with these words, each with a name, a description and a gem', () => {
    expect(Object.fromEntries(MOODS.map(({ id, keywords }) => [id, keywords]))).toEqual(SPECIFIED)
    for (const { id, name, description } of MOODS) {
      expect(name.toLowerCase()).toBe(id)
      expect(description).toMatch(/\w/)
      expect(moodPicture(id)).toBe(`/mood-${id}.svg`)
      expect(findStaticImage(moodScene(id))).toBeDefined()
    }
  })

  it.each([
    ['calm', calm],
    ['Calm', undefined],
    ['', undefined],
    [null, undefined],
    ['__proto__', undefined],
  ])('the address parameter %j selects the right mood', (written, mood) => {
    expect(findMood(parseMoodSearchParams({ mood: written }).mood)).toBe(mood)
  })
})

describe('recommending for a mood', () => {
  it('searches the name and the description, ignoring case', () => {
    const products = [bar('Plain'), bar('WHITE Pearl'), bar('Box', 'With HoneyComb inside.'), bar('Coal')]
    expect(recommendProducts(products, calm)).toEqual([
      { product: products[1], words: ['white'] },
      { product: products[2], words: ['honey'] },
    ])
  })

  it('returns every matching word', () => {
    expect(recommendProducts([bar('Coconut', 'White, with lavender.')], calm)[0]?.words).toEqual([
      'lavender',
      'white',
      'coconut',
    ])
  })

  it('returns at most three, in the order of the catalog', () => {
    const products = ['White A', 'Dark', 'White B', 'White C', 'White D'].map((name) => bar(name))
    expect(recommendProducts(products, calm).map(({ product }) => product.name)).toEqual([
      'White A',
      'White B',
      'White C',
    ])
  })

  it('leaves out sold-out products, even when nothing else fits', () => {
    const [soldOut, free, dark] = [bar('White A', '', 0), bar('White B', '', 1), bar('Dark')]
    expect(recommendProducts([soldOut, free], calm).map(({ product }) => product)).toEqual([free])
    expect(recommendProducts([soldOut, dark], calm)).toEqual([{ product: dark, words: [] }])
    expect(recommendProducts([soldOut], calm)).toEqual([])
  })

  it('returns the first three when nothing fits', () => {
    const products = ['A', 'B', 'C', 'D'].map((name) => bar(name))
    expect(recommendProducts(products, calm)).toEqual(products.slice(0, 3).map((product) => ({ product, words: [] })))
    expect(recommendProducts([], calm)).toEqual([])
  })

  it.each(MOODS)('finds three in the demo for $id, each with a word of the mood', (mood) => {
    const found = recommendProducts(DEMO_PRODUCTS, mood)
    expect(found).toHaveLength(3)
    for (const { words } of found) expect(words).not.toEqual([])
  })
})

describe('marking the words', () => {
  it('keeps the text and marks exactly the matches', () => {
    expect(splitAtMatches(['rose', 'heart'], 'A Heart with roses')).toEqual([
      { text: 'A ', isMatch: false, at: 0 },
      { text: 'Heart', isMatch: true, at: 2 },
      { text: ' with ', isMatch: false, at: 7 },
      { text: 'rose', isMatch: true, at: 13 },
      { text: 's', isMatch: false, at: 17 },
    ])
  })

  it('never loses or adds a letter', () => {
    const texts = fc.array(fc.oneof(fc.string(), fc.constantFrom('White', 'honey', ' ')), { maxLength: 8 })
    fc.assert(
      fc.property(texts, fc.constantFrom([], calm.keywords), (pieces, words) => {
        const text = pieces.join('')
        const parts = splitAtMatches(words, text)
        expect(parts.map((part) => part.text).join('')).toBe(text)
        for (const part of parts) {
          expect(text.startsWith(part.text, part.at)).toBe(true)
          if (part.isMatch) expect(words).toContain(part.text.toLowerCase())
        }
      }),
    )
  })

  it('quotes only sentences with a match', () => {
    const text = 'One faceted heart. It is meant to be broken! With rose, too.'
    expect(findSentencesWith(['rose', 'heart'], text)).toBe('One faceted heart. With rose, too.')
    expect(findSentencesWith(['mint'], text)).toBe('')
  })
})
