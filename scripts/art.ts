import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'

const STUDIO = 'art/studio/render.py'
const CATALOGUE = 'art/pictures.json'
const MASTERS = 'art/masters'

const masterPath = (name: string) => path.join(MASTERS, `${name}.webp`)

/** The names that were asked for; without any, those that have no master yet. */
function wantedPictures(names: string[]): string[] {
  const { pictures } = JSON.parse(readFileSync(CATALOGUE, 'utf8')) as { pictures: { id: string }[] }
  const known = pictures.map(({ id }) => id)
  const unknown = names.filter((name) => !known.includes(name))
  if (unknown.length > 0) throw new Error(`art/pictures.json has no ${unknown.join(', ')}.`)
  return names.length > 0 ? names : known.filter((name) => !existsSync(masterPath(name)))
}

/** Renders one picture with Blender and keeps it as a master: WebP, of a tenth of the PNG's bytes. */
async function render(name: string): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'art-'))
  try {
    const render = ['-b', '-P', STUDIO, '--', '--catalogue', CATALOGUE, '--out', folder, '--only', name]
    execFileSync('blender', render, { stdio: ['ignore', 'ignore', 'inherit'] })
    await sharp(path.join(folder, `${name}.png`))
      .webp({ quality: 90, effort: 6, smartSubsample: true })
      .toFile(masterPath(name))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

for (const name of wantedPictures(process.argv.slice(2))) {
  console.log(name)
  await render(name)
}
console.log('npm run pictures writes what the shop serves of them.')
