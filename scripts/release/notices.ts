import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { ShippedPackage } from './packages.ts'

const LEGAL = /^(licen[cs]e|copying|notice|third-party)/i
/** Lists the libraries inside a binary with their licences. */
const HAS_NOTICES_IN_README = /^@img\/sharp-libvips-/

const HEAD = `Third-party notices

Golconda Cacao contains the software and the typefaces below, under their own licences. Pictures, texts and the other code are its
own.
`

/** The licences of everything that an archive contains. */
export function createNotices(packages: readonly ShippedPackage[]): string {
  const distinct = new Map(packages.map((one) => [`${one.name} ${one.version}`, one]))
  return [HEAD, ...[...distinct].map(([title, one]) => describe(title, one))].join(`\n${'-'.repeat(80)}\n\n`)
}

function describe(title: string, { name, license, path: folder }: ShippedPackage): string {
  const files = readdirSync(folder).filter(
    (file) => LEGAL.test(file) || (HAS_NOTICES_IN_README.test(name) && file === 'README.md'),
  )
  const texts = files.map((file) => readFileSync(path.join(folder, file), 'utf8').trim())
  return `${title} (${license})\n\n${texts.length > 0 ? texts.join('\n\n') : authorOf(folder)}\n`
}

/** Some packages name a licence and leave its text out. */
function authorOf(folder: string): string {
  const { author, repository } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))
  const name = author?.name ?? author
  return [name && `Copyright ${name}`, repository?.url ?? repository].filter(Boolean).join('\n')
}
