import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import type { Db } from '#src/db/database.server.ts'
import { addCardLogo } from '#src/features/orders/card-logo/card-logos.server.ts'
import type { TestCustomer } from './payments/payments.ts'

const SVG = '<svg xmlns="http://www.w3.org/2000/svg"/>'

/** A drawing on transparent ground, with a note in its metadata. */
export const drawLogo = (format: 'png' | 'jpeg' | 'webp' | 'gif' = 'png', size = { width: 600, height: 240 }) =>
  sharp({ create: { ...size, channels: 4, background: { r: 122, g: 30, b: 48, alpha: 0.8 } } })
    .withExif({ IFD0: { Copyright: 'Deccan Design' } })
    .toFormat(format)
    .toBuffer()

/** Files that are not printed, although they are called logo.png. */
export const UNPRINTABLE = {
  text: async () => Buffer.from('<!doctype html><script>alert(1)</script>'),
  'an SVG': async () => Buffer.from(SVG),
  'a GIF': () => drawLogo('gif'),
  'half a PNG': async () => (await drawLogo()).subarray(0, 60),
}

/** Little more than the head of a PNG that says it has 2,500 million pixels. */
export function createPixelBomb(): Buffer {
  const head = Buffer.alloc(17)
  head.write('IHDR', 'latin1')
  head.writeUInt32BE(50_000, 4)
  head.writeUInt32BE(50_000, 8)
  head.set([8, 2, 0, 0, 0], 12)
  const chunk = (body: Buffer) => {
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(body.length - 4)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const pixels = Buffer.concat([Buffer.from('IDAT', 'latin1'), Buffer.alloc(64)])
  return Buffer.concat([signature, chunk(head), chunk(pixels), chunk(Buffer.from('IEND', 'latin1'))])
}

export async function insertCardLogo(db: Db, { id: userId }: Pick<TestCustomer, 'id'>, now: Date): Promise<string> {
  const image = { data: await drawLogo('webp'), width: 600, height: 240 }
  return (await addCardLogo(db, { userId, image, now })).id
}
