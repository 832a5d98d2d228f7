import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const SOURCES = ['src/**/*', 'public/**/*', 'vite.config.ts', 'package-lock.json', 'scripts/build.ts']
/**
 * How the built shop is started, for Node: V8 holds less garbage at a time than it would on a large machine, but nothing
 * limits what a heavy day needs. What is compiled is only good for the same settings, so the Dockerfile and
 * deploy/golconda.service say the same.
 */
export const SHOP_COMMAND = ['--max-semi-space-size=8', '--heap-growing-percent=40', 'dist/server/main.js']
/** The C library keeps a pool of memory for every thread that ever asked; two are enough. */
export const SHOP_MEMORY_ENV = { MALLOC_ARENA_MAX: '2' }

const STAMP = 'dist/built-from'

/** What the build would be made from, as one hash. */
function fingerprint(): string {
  const hash = createHash('sha256')
  for (const file of globSync(SOURCES, { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'route-tree.gen.ts')
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort())
    hash.update(path.relative('.', file)).update(readFileSync(file))
  return hash.digest('hex')
}

/** Builds the shop into dist/ unless that is what dist/ already holds. */
export function buildIfNeeded(): void {
  const wanted = fingerprint()
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === wanted) return
  // After this a stamp of before would say of a build that broke off that it is whole.
  rmSync(STAMP, { force: true })
  console.log('Building the shop once, which takes about 20 seconds...')
  execFileSync('vite', ['build', '--logLevel', 'warn'], { stdio: 'inherit', shell: process.platform === 'win32' })
  precompress('dist/client')
  compile()
  writeFileSync(STAMP, wanted)
}

/** Keeps what V8 makes of the bundle, for the user who does it: Node keeps it apart for each. */
export function compile(): void {
  execFileSync(process.execPath, [...SHOP_COMMAND, '--compile'], { stdio: 'inherit' })
}

/** How Brotli may split and model a file: which is best depends on the file, and the difference is up to 0.3%. */
const BROTLI_TRIALS = [
  {},
  { [constants.BROTLI_PARAM_LGBLOCK]: 17 },
  { [constants.BROTLI_PARAM_NPOSTFIX]: 1 },
  { [constants.BROTLI_PARAM_NPOSTFIX]: 2 },
  { [constants.BROTLI_PARAM_NDIRECT]: 15 },
]

function smallestBrotli(data: Buffer): Buffer {
  const hint = { [constants.BROTLI_PARAM_SIZE_HINT]: data.length }
  const packed = BROTLI_TRIALS.map((params) => brotliCompressSync(data, { params: { ...hint, ...params } }))
  return packed.reduce((smallest, one) => (one.length < smallest.length ? one : smallest))
}

/** Compressed once here, at the highest quality, instead of on every request. */
function precompress(folder: string): void {
  for (const entry of globSync(`${folder}/**/*.{js,css,svg,json,txt,webmanifest}`)) {
    const data = readFileSync(entry)
    if (data.length < 256) continue
    writeFileSync(`${entry}.br`, smallestBrotli(data))
    writeFileSync(`${entry}.gz`, gzipSync(data, { level: 9 }))
  }
}

if (import.meta.main) buildIfNeeded()
