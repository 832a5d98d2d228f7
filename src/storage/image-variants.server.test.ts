import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { createImageVariants } from './image-variants.server.ts'

const plain = (width: number, height: number, background = '#6b3a21') =>
  sharp({ create: { width, height, channels: 3, background } })

/** A photograph as a phone takes it: lying on its side, with a note which way is up and where it was taken. */
const fromAPhone = () =>
  plain(1600, 1200)
    .jpeg()
    .withExif({
      IFD0: { Make: 'Phone', Orientation: '6' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '17/1 23/1 5/1', GPSLongitudeRef: 'E', GPSLongitude: '78/1 29/1 9/1' },
    })
    .withMetadata({ orientation: 6 })
    .toBuffer()

describe('a photograph from a phone', () => {
  it('is upright in eight widths and two formats, none larger than the original', async () => {
    const { hash, files } = await createImageVariants(await fromAPhone())
    expect(hash).toMatch(/^[0-9a-f]{32}$/)
    const sizes = await Promise.all(files.map(async ({ data }) => sharp(data).metadata()))
    const tall = [96, 144, 216, 320, 480, 640, 960, 1280]
    expect(sizes.map(({ compression, format, width, height }) => [compression ?? format, width, height])).toEqual(
      tall.flatMap((height) => [
        ['av1', (height / 4) * 3, height],
        ['webp', (height / 4) * 3, height],
      ]),
    )
    expect(files.map(({ width, format }) => [format, width])).toEqual(
      tall.flatMap((width) => [
        ['avif', width],
        ['webp', width],
      ]),
    )
    const small = await createImageVariants(await plain(200, 100).png().toBuffer())
    const widths = await Promise.all(small.files.map(async ({ data }) => (await sharp(data).metadata()).width))
    expect([...new Set(widths)]).toEqual([96, 144, 200])
  })

  it('contains no location or camera data', async () => {
    const original = await fromAPhone()
    expect((await sharp(original).metadata()).exif).toBeDefined()
    for (const { data } of (await createImageVariants(original)).files) {
      const { exif, xmp, iptc, icc, orientation } = await sharp(data).metadata()
      expect({ exif, xmp, iptc, icc, orientation }).toEqual({})
    }
  })
})

it.each([
  ['jpeg', () => plain(40, 40).jpeg().toBuffer()],
  ['png', () => plain(40, 40).png().toBuffer()],
  ['gif', () => plain(40, 40).gif().toBuffer()],
  ['webp', () => plain(40, 40).webp().toBuffer()],
  ['avif', () => plain(40, 40).avif().toBuffer()],
])('reads %s', async (_, make) => {
  expect((await createImageVariants(await make())).files).toHaveLength(16)
})

it('gives the same picture the same name, and another picture another name', async () => {
  const names = await Promise.all(
    ['#6b3a21', '#6b3a21', '#c08a3e'].map(async (colour) =>
      createImageVariants(await plain(50, 50, colour).png().toBuffer()),
    ),
  )
  const [first, same, other] = names.map(({ hash }) => hash)
  expect(first).toBe(same)
  expect(first).not.toBe(other)
})

it('keeps nothing that is hidden behind a picture', async () => {
  const polyglot = Buffer.concat([await plain(60, 60).jpeg().toBuffer(), Buffer.from('<script>alert(1)</script><?php')])
  for (const { data } of (await createImageVariants(polyglot)).files)
    expect(data.toString('latin1')).not.toMatch(/script|php/)
})

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'

it.each([
  ['an SVG', () => SVG],
  ['a page', () => '<!doctype html><script>alert(1)</script>'],
  ['a page that begins like a GIF', () => 'GIF89a<script>alert(1)</script>'],
  ['a PDF', () => '%PDF-1.7\n1 0 obj'],
  ['a program', () => '\x7fELF\x02\x01\x01'],
  ['nothing', () => ''],
  ['a TIFF', () => plain(40, 40).tiff().toBuffer()],
  [
    'half a photograph',
    async () =>
      (
        await sharp(Buffer.alloc(300 * 300 * 3, 'noise'), { raw: { width: 300, height: 300, channels: 3 } })
          .jpeg()
          .toBuffer()
      ).subarray(0, 900),
  ],
])('rejects %s', async (_, make) => {
  await expect(createImageVariants(Buffer.from(await make()))).rejects.toMatchObject({
    code: 'invalid',
    message: 'This file cannot be read as a picture. Please choose a JPG, PNG, GIF, WebP or AVIF.',
  })
})

it.each([
  ['as many pixels as would fill the memory', 9000, 9000],
  ['a strip that is longer than any picture', 13_000, 2],
])('rejects %s quickly', async (_, width, height) => {
  const bomb = await plain(width, height).png({ compressionLevel: 9 }).toBuffer()
  const before = performance.now()
  const message = 'This picture has too many pixels. Please choose one below 40 megapixels.'
  await expect(createImageVariants(bomb)).rejects.toMatchObject({ code: 'invalid', message })
  expect(performance.now() - before).toBeLessThan(2000)
})

it('continues after a rejected file', async () => {
  const [bad, good] = await Promise.allSettled([
    createImageVariants(Buffer.from(SVG)),
    createImageVariants(await fromAPhone()),
  ])
  expect([bad.status, good.status]).toEqual(['rejected', 'fulfilled'])
})
