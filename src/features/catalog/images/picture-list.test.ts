import { describe, expect, it } from 'vitest'
import { addPicture, filledPictures, nextPlace, readPictureFields, toPictureRows } from './picture-list.ts'

const WHOLE = { url: '/pictures/whole.webp', alt: 'The whole bar' }

describe('the rows of the form of pictures', () => {
  it('begin with a blank one, which an upload fills; the next upload gets a row of its own', () => {
    const blank = toPictureRows([])
    expect(blank).toEqual([{ key: 0, url: '', alt: '' }])
    const one = addPicture(blank, '/uploads/a-1280.webp')
    const two = addPicture(one, '/uploads/b-1280.webp')
    expect(two.map(({ key, url }) => [key, url])).toEqual([
      [0, '/uploads/a-1280.webp'],
      [1, '/uploads/b-1280.webp'],
    ])
  })

  it('are sent without blank ones, and the first is the picture of the lists', () => {
    const form = new FormData()
    form.set('images', JSON.stringify(filledPictures([...toPictureRows([WHOLE]), { key: 5, url: ' ', alt: '' }])))
    expect(readPictureFields(form)).toEqual({ images: [WHOLE], imageUrl: WHOLE.url })
    expect(readPictureFields(new FormData())).toEqual({ images: [], imageUrl: '' })
  })
})

describe('the keys of the gallery', () => {
  it.each([
    ['ArrowRight', 0, 1],
    ['ArrowRight', 2, 2],
    ['ArrowLeft', 1, 0],
    ['ArrowLeft', 0, 0],
    ['Home', 2, 0],
    ['End', 0, 2],
    ['Enter', 1, undefined],
  ])('%s at picture %i leads to %s of three', (key, place, next) => {
    expect(nextPlace(key, place, 3)).toBe(next)
  })
})
