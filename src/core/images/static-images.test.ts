import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { DEMO_PRODUCTS } from '#db/demo/data/catalog.ts'
import { hashMaster, listMasterNames, listServedFiles } from '../../../scripts/assets/image-assets.ts'
import { STATIC_IMAGE_VIEWS } from './static-image.ts'
import { STATIC_IMAGES } from './static-images.gen.ts'
import { findStaticImage, STATIC_IMAGE_WIDTHS, staticImageSrcSets } from './static-images.ts'

describe('the static images', () => {
  it('are those of the masters, written as we write them today (npm run images)', () => {
    expect(Object.keys(STATIC_IMAGES)).toEqual(listMasterNames())
    for (const name of listMasterNames()) expect([name, STATIC_IMAGES[name]?.hash]).toEqual([name, hashMaster(name)])
  })

  it('lie there in every width and format', () => {
    const files = Object.entries(STATIC_IMAGES).flatMap(([name, picture]) => listServedFiles(name, picture))
    expect(files.filter((file) => !existsSync(file))).toEqual([])
  })

  it('need no entry for a product that is open or in its box', () => {
    const { hash, colour, views = {} } = findStaticImage('/pictures/strawberry-hearts.webp') ?? {}
    expect(Object.keys(views)).toEqual([...STATIC_IMAGE_VIEWS])
    for (const [view, width] of Object.entries(views))
      expect(findStaticImage(`/pictures/strawberry-hearts${view}.webp`)).toEqual({ hash, colour, width, height: width })
    expect(findStaticImage('/pictures/hero-open.webp')).toBeUndefined()
    expect(findStaticImage('/pictures/gift-box.webp')).toEqual(STATIC_IMAGES['gift-box'])
  })

  it('are square where a product stands in them', () => {
    for (const { picture } of DEMO_PRODUCTS) {
      const found = findStaticImage(`/pictures/${picture}.webp`)
      if (found) expect([picture, found.width]).toEqual([picture, found.height])
    }
  })
})

describe('the widths of a picture', () => {
  it('never step by more than a half, so that little is sent in vain', () => {
    for (const [at, width] of STATIC_IMAGE_WIDTHS.entries())
      expect(width / (STATIC_IMAGE_WIDTHS[at - 1] ?? width)).toBeLessThanOrEqual(1.5)
  })

  it('end where a sharp screen has enough', () => {
    const { avif, webp, plain } = staticImageSrcSets('/pictures/ruby-heart.webp', 64) ?? {}
    expect(avif?.match(/\d+w/g)).toEqual(['64w', '96w', '144w'])
    expect(webp?.match(/\d+w/g)).toEqual(['64w', '96w', '144w'])
    expect(plain).toMatch(/^\/assets\/pictures\/ruby-heart-[0-9a-f]{8}-960\.jpg$/)
  })

  it('start at a third of the display, which no phone goes below', () => {
    const { avif } = staticImageSrcSets('/pictures/ruby-heart.webp', 960) ?? {}
    expect(avif?.match(/\d+w/g)).toEqual(['320w', '480w', '640w', '960w', '1280w', '1600w'])
  })

  it('are not known of uploads, of other houses, or of what we do not have', () => {
    for (const src of ['/uploads/a-1280.webp', 'https://pictures.example/ruby-heart.webp', '/pictures/nothing.webp'])
      expect(staticImageSrcSets(src, 64)).toBeUndefined()
  })
})
