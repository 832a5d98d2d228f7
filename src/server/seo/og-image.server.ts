import { readFile } from 'node:fs/promises'
import { publicFilePath } from '#src/server/http/static-files.server.ts'
import { withSharpForSvg } from '#src/storage/sharp.server.ts'
import tokens from '#src/styles/tokens.css?raw'
import { textToPaths, wrapText } from './text-to-paths.server.ts'

/** The Open Graph image size that social networks expect. */
export const OG_IMAGE_SIZE = { width: 1200, height: 630 }

export type OgImage = {
  eyebrow: string
  title: string
  note?: string
  picture: Buffer
}

const PICTURE_LEFT = 620
const CUT = 64
const MARGIN = 72

export async function renderOgImage({ picture, ...words }: OgImage): Promise<Buffer> {
  const front = Buffer.from(frontOf(words, await readFile(publicFilePath('logo-light.svg'), 'utf8')))
  return withSharpForSvg(async (sharp) => {
    const subject = await sharp(picture, { limitInputPixels: 40_000_000 })
      .resize(OG_IMAGE_SIZE.width - PICTURE_LEFT, OG_IMAGE_SIZE.height, { fit: 'cover' })
      .toBuffer()
    return sharp({ create: { ...OG_IMAGE_SIZE, channels: 3, background: colour('cocoa-900') } })
      .composite([
        { input: subject, left: PICTURE_LEFT, top: 0 },
        { input: front, left: 0, top: 0 },
      ])
      .jpeg({ quality: 84 })
      .toBuffer()
  })
}

function frontOf({ eyebrow, title, note }: Omit<OgImage, 'picture'>, logo: string): string {
  const { width, height } = OG_IMAGE_SIZE
  const room = PICTURE_LEFT - 2 * MARGIN
  const heading = { face: 'display', size: 62, colour: colour('pearl') } as const
  const lines = wrapText(title, { ...heading, width: room, atMost: 4 })
  const top = 350 - ((lines.length - 1) * 68) / 2
  const small = { face: 'text', size: 26, colour: colour('on-dark') } as const
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<path fill="${colour('cocoa-900')}" d="M${PICTURE_LEFT} 0h${CUT}l-${CUT} ${CUT}zM${width} ${height}h-${CUT}l${CUT} -${CUT}z"/>
${logo.replace('<svg ', `<svg x="${MARGIN}" y="60" width="275" height="56" `)}
${textToPaths(eyebrow.toUpperCase(), { face: 'text', size: 19, colour: colour('gold-300'), tracking: 3.4, x: MARGIN, y: top - 84 })}
${lines.map((line, at) => textToPaths(line, { ...heading, x: MARGIN, y: top + at * 68 })).join('\n')}
${note ? textToPaths(wrapText(note, { ...small, width: room, atMost: 1 })[0] ?? '', { ...small, x: MARGIN, y: 560 }) : ''}
</svg>`
}

function colour(name: string): string {
  const value = new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(tokens)?.[1]
  if (!value) throw new Error(`There is no colour ${name}.`)
  return value
}
