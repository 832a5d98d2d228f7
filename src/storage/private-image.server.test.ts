import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { createPrivateImage } from './private-image.server.ts'

const PHOTO = { largest: { width: 1600, height: 1600 }, quality: 78, refusal: 'Unreadable' }

/** Transparent noise, which WebP can hardly compress. */
function drawNoise(size: number): Promise<Buffer> {
  const raw = { width: size, height: size, channels: 4 } as const
  return sharp(randomBytes(size * size * 4), { raw })
    .webp({ quality: 60 })
    .toBuffer()
}

it('a picture that stays larger than the database takes is refused in words', async () => {
  await expect(createPrivateImage(await drawNoise(1600), PHOTO)).rejects.toMatchObject({
    code: 'invalid',
    message: 'This picture has too much detail. Please send a smaller or plainer one.',
  })
})

it('a smaller picture of the same kind is kept, without more pixels than wanted', async () => {
  const { data, width, height } = await createPrivateImage(await drawNoise(400), {
    ...PHOTO,
    largest: { width: 200, height: 300 },
  })
  expect([width, height, (await sharp(data).metadata()).format]).toEqual([200, 200, 'webp'])
})
