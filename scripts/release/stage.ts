import { createHash } from 'node:crypto'
import { chmodSync, cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { buildIfNeeded, listBundledPackages, SHOP_COMMAND, SHOP_MEMORY_ENV } from '../build.ts'
import { describeApi } from './api-description.ts'
import { createBillOfMaterials } from './bill-of-materials.ts'
import { bundleCommands, COMMANDS } from './bundle-commands.ts'
import { writeDocuments } from './documents.ts'
import { createNotices } from './notices.ts'
import { describePackages, listRuntimePackages } from './packages.ts'

type Manifest = { name: string; version: string; description: string; license: string }
export type Release = { name: string; version: string; folder: string; builtAt: Date }

/** Copied as they are. */
const FILES = [
  'dist/client',
  'dist/database',
  'dist/server',
  'db/migrations',
  'deploy',
  'scripts/needs-node.cjs',
  'Dockerfile',
  '.dockerignore',
  'compose.yaml',
]
/** Of a module, what only developers read. */
const FOR_DEVELOPERS = /\.(map|[cm]?ts|md|cc|h|gyp)$/
/** Compiled code is of one user, snapshots are for the next migration. */
const LEFT_OUT = /^(dist.server.compiled|db.migrations.meta.\d+_snapshot\.json)$/

/** Puts everything that a server needs, and nothing else, into a folder below `parent`. */
export async function stageRelease(parent: string, builtAt: Date): Promise<Release> {
  await buildIfNeeded()
  const manifest: Manifest = JSON.parse(readFileSync('package.json', 'utf8'))
  const { name, version } = manifest
  const folder = path.resolve(parent, `${name}-${version}`)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const file of FILES)
    cpSync(file, path.join(folder, file), { recursive: true, filter: (from) => !LEFT_OUT.test(from) })
  writeDocuments(folder, manifest)
  const inCommands = await bundleCommands(path.join(folder, 'dist/commands'))
  const runtime = listRuntimePackages()
  for (const key of runtime) copyModule(key, folder)
  const packages = describePackages([...listBundledPackages(), ...inCommands, ...runtime])
  const write = (file: string, text: string) => writeFileSync(path.join(folder, file), text)
  write('package.json', `${JSON.stringify(manifestFor(manifest), null, 2)}\n`)
  write('openapi.json', await describeApi())
  write('sbom.cdx.json', `${JSON.stringify(createBillOfMaterials(packages, { name, version, builtAt }), null, 2)}\n`)
  write('THIRD-PARTY-NOTICES.txt', createNotices(packages))
  write('SHA256SUMS', listChecksums(folder, listReleaseFiles(folder)))
  makeReadable(folder)
  return { name, version, folder, builtAt }
}

/** Nested modules are keys of their own. */
function copyModule(key: string, folder: string): void {
  const isNested = (from: string) => from.slice(key.length).includes('node_modules')
  cpSync(key, path.join(folder, key), {
    recursive: true,
    filter: (from) => !isNested(from) && !FOR_DEVELOPERS.test(from),
  })
}

/** `node --run backup` needs no npm. */
function manifestFor({ name, version, description, license }: Manifest) {
  const environment = Object.entries({ NODE_ENV: 'production', ...SHOP_MEMORY_ENV }).map((pair) => pair.join('='))
  const shop = ['node', ...SHOP_COMMAND]
  return {
    name,
    version,
    private: true,
    type: 'module',
    description,
    license,
    engines: { node: `>=${readFileSync('.nvmrc', 'utf8').trim()}` },
    scripts: {
      start: [...environment, ...shop].join(' '),
      compile: [...shop, '--compile'].join(' '),
      ...Object.fromEntries(COMMANDS.map((command) => [command, `node dist/commands/${command}.js`])),
    },
  }
}

/** As `sha256sum --check` reads them. */
export const listChecksums = (folder: string, files: readonly string[]): string =>
  files.map((file) => `${sha256(path.join(folder, file))}  ${file}\n`).join('')

export const sha256 = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex')

/** All files below a folder, sorted. */
export const listReleaseFiles = (folder: string): string[] =>
  globSync('**/*', { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort()

/** For the shop's user, whatever the umask of the builder is. */
function makeReadable(folder: string): void {
  for (const entry of globSync('**/*', { cwd: folder, withFileTypes: true }))
    chmodSync(path.join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644)
  chmodSync(folder, 0o755)
  if (!existsSync(path.join(folder, 'dist/server/main.js'))) throw new Error('The archive has no server')
}
