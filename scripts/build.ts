import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const SOURCES = [
  ...['src/**/*', 'db/demo/**/*', 'public/**/*', 'package-lock.json'],
  ...['vite.config.ts', 'scripts/build.ts', 'scripts/db/pack-new-database.ts', 'scripts/release/packages.ts'],
  'scripts/vite/*',
]
/**
 * Node flags of the built shop: less garbage in V8, no fixed memory limit, and only the busiest functions of the embedded
 * database optimized. Compiled code depends on the flags, so the Dockerfile and deploy/golconda.service repeat them.
 */
export const SHOP_COMMAND = commandWith('--max-semi-space-size=8')
/**
 * For `npm start` and measurements: the embedded database has a heap of its own, and half the space for new objects in both
 * takes 30 MB less. The compiled code fits both.
 */
const EMBEDDED_SHOP_COMMAND = commandWith('--max-semi-space-size=4')
export const shopCommandFor = ({ DATABASE_URL }: { DATABASE_URL?: string | undefined }) =>
  DATABASE_URL ? SHOP_COMMAND : EMBEDDED_SHOP_COMMAND

function commandWith(semiSpace: string): string[] {
  return [semiSpace, '--heap-growing-percent=40', '--wasm-tiering-budget=200000000', 'dist/server/main.js']
}

/**
 * Two pools instead of one per thread, and glibc returns freed memory early: Brotli leaves much of it. The threshold is
 * above V8's pieces of 32 KB: a system call for each doubles the time to start.
 */
export const SHOP_MEMORY_ENV = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_TRIM_THRESHOLD_: '131072',
  MALLOC_MMAP_THRESHOLD_: '40960',
}

const STAMP = 'dist/built-from'

/** Hashes everything that the build depends on. */
function fingerprint(): string {
  const hash = createHash('sha256')
  for (const file of globSync(SOURCES, { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'route-tree.gen.ts')
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort())
    hash.update(path.relative('.', file)).update(readFileSync(file))
  return hash.digest('hex')
}

/** Builds the shop into dist/ unless it is up to date. */
export async function buildIfNeeded(): Promise<void> {
  const wanted = fingerprint()
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === wanted) return
  // Delete the old stamp first: a build that fails must not look complete.
  rmSync(STAMP, { force: true })
  console.log('Building the shop once, which takes about 10 seconds...')
  await Promise.all([
    execute('vite', ['build', '--logLevel', 'warn']),
    execute(process.execPath, ['scripts/db/pack-new-database.ts']),
  ])
  await precompress('dist/client')
  compile()
  writeFileSync(STAMP, wanted)
}

/** Rejects when the program fails. Tests, whose NODE_ENV differs, would build a development server. */
function execute(program: string, words: string[]): Promise<void> {
  const env = { ...process.env, NODE_ENV: 'production' }
  const child = spawn(program, words, {
    stdio: 'inherit',
    shell: program === 'vite' && process.platform === 'win32',
    env,
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`${program} ${words[0]} failed`))))
  })
}

/** Packages of which something is in the build, as keys of the lockfile. The style sheet begins with Tailwind's reset. */
export function listBundledPackages(): string[] {
  const listed = ['client', 'ssr'].map((name) => JSON.parse(readFileSync(`dist/packages-${name}.json`, 'utf8')))
  return [...listed.flat(), 'node_modules/tailwindcss']
}

/** Stores V8's compiled bundle for the user who runs this: Node stores it per user. */
export function compile(): void {
  execFileSync(process.execPath, [...SHOP_COMMAND, '--compile'], { stdio: 'inherit' })
}

/** Most visits load these first: the entry, shared chunks (named by their hash alone) and those of products. */
const FIRST_SCRIPTS = /\/([\w-]{8}|(index|product)-[\w-]+)\.js$/
/** Brotli's block and model settings: the best ones depend on the script, by up to 0.3 percent. */
const BROTLI_TRIALS = [
  {},
  { [constants.BROTLI_PARAM_LGBLOCK]: 16 },
  { [constants.BROTLI_PARAM_NPOSTFIX]: 1 },
  { [constants.BROTLI_PARAM_NPOSTFIX]: 2 },
  { [constants.BROTLI_PARAM_NDIRECT]: 8 },
  { [constants.BROTLI_PARAM_NDIRECT]: 15 },
]

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

async function smallestBrotli(data: Buffer, trials: readonly object[]): Promise<Buffer> {
  const hint = { [constants.BROTLI_PARAM_SIZE_HINT]: data.length }
  const packed = await Promise.all(trials.map((params) => compressBrotli(data, { params: { ...hint, ...params } })))
  return packed.reduce((smallest, one) => (one.length < smallest.length ? one : smallest))
}

/** Compresses once, at the highest quality, instead of on every request; on all cores. */
async function precompress(folder: string): Promise<void> {
  const files = globSync(`${folder}/**/*.{js,css,svg,json,txt,webmanifest}`)
  const compress = async (file: string) => {
    const data = readFileSync(file)
    if (data.length < 256) return
    writeFileSync(`${file}.br`, await smallestBrotli(data, FIRST_SCRIPTS.test(file) ? BROTLI_TRIALS : [{}]))
    writeFileSync(`${file}.gz`, await compressGzip(data, { level: 9 }))
  }
  await Promise.all(files.map(compress))
}

if (import.meta.main) await buildIfNeeded()
