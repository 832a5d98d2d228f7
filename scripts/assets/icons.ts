import { readFileSync, writeFileSync } from 'node:fs'
import sharp from 'sharp'

const MARK = 'public/mark.svg'
const PEARL = '#fbf7f0'
const COCOA = '#1b0e0b'

/** Renders the icons that browsers and phones need as pixels, all from the mark. */
export async function writeIcons(): Promise<void> {
  writeFileSync('public/favicon.ico', icoOf(await markOn({ side: 32, share: 1 }), 32))
  writeFileSync('public/apple-touch-icon.png', await markOn({ side: 180, share: 0.72, ground: PEARL }))
  for (const side of [192, 512]) writeFileSync(`public/icon-${side}.png`, await markOn({ side, share: 0.9 }))
  // Phones may crop a circle: the mark stays within the inner 80 percent.
  writeFileSync('public/icon-maskable-512.png', await markOn({ side: 512, share: 0.6, ground: COCOA }))
}

/** Centres the mark in a square, `share` of its side wide; transparent without a background. */
async function markOn({ side, share, ground }: { side: number; share: number; ground?: string }): Promise<Buffer> {
  const width = Math.round(side * share)
  const mark = await sharp(readFileSync(MARK), { density: (72 * width) / 64 })
    .resize(width, width)
    .toBuffer()
  const background = ground ?? { r: 0, g: 0, b: 0, alpha: 0 }
  return sharp({ create: { width: side, height: side, channels: 4, background } })
    .composite([{ input: mark }])
    .png({ compressionLevel: 9, palette: true })
    .toBuffer()
}

/** An ICO file with one PNG: directory, then image. */
function icoOf(png: Buffer, side: number): Buffer {
  const contents = Buffer.alloc(22)
  contents.writeUInt16LE(1, 2)
  contents.writeUInt16LE(1, 4)
  contents.writeUInt8(side, 6)
  contents.writeUInt8(side, 7)
  contents.writeUInt16LE(1, 10)
  contents.writeUInt16LE(32, 12)
  contents.writeUInt32LE(png.length, 14)
  contents.writeUInt32LE(contents.length, 18)
  return Buffer.concat([contents, png])
}
