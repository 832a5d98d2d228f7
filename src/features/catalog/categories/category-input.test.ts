import { expect, it } from 'vitest'
import { changedFields, parseOpenCategory, productCountText, toDeletionId } from './category-input.ts'

const DARK = { name: 'Dark', description: 'Of cacao.', imageUrl: null, hidden: false }

it('the form of a category sends what was changed, so that it takes back no change of another admin', () => {
  expect(changedFields(DARK, { ...DARK, imageUrl: '' })).toEqual({})
  expect(changedFields(DARK, { ...DARK, imageUrl: '', hidden: true, description: '' })).toEqual({
    description: '',
    hidden: true,
  })
  expect(changedFields({ ...DARK, imageUrl: '/pictures/dark.webp' }, { ...DARK, imageUrl: '' })).toEqual({
    imageUrl: '',
  })
})

it('the address says which category is open, and whether its deletion is asked', () => {
  expect(parseOpenCategory('7')).toEqual({ category: 7, isDeletion: false })
  expect(parseOpenCategory(toDeletionId(7))).toEqual({ category: 7, isDeletion: true })
  expect(parseOpenCategory('delete-x')).toEqual({ category: undefined, isDeletion: true })
})

it('a category tells how many products it has', () => {
  expect(productCountText({ products: 1, archived: 0 })).toBe('1 product')
  expect(productCountText({ products: 0, archived: 2 })).toBe('None for sale, 2 archived')
})
