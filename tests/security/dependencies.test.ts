import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import {
  findBrokenRules,
  findTooRecent,
  type Lockfile,
  type PackageManifest,
} from '../../scripts/ci/dependency-rules.ts'

const read = (file: string) => readFileSync(file, 'utf8')
const lockfile: Lockfile = JSON.parse(read('package-lock.json'))
const manifest: PackageManifest = JSON.parse(read('package.json'))

it('packages are locked by checksum, come from any registry, and run no install scripts', () => {
  expect(findBrokenRules(lockfile, manifest, read('.npmrc'))).toEqual([])
  const unsafe = read('.npmrc').replace('ignore-scripts=true', '')
  expect(findBrokenRules(lockfile, manifest, unsafe)).toEqual(['.npmrc: ignore-scripts=true is missing'])
})

it('a server installs no libraries but those that stay outside its bundles', () => {
  expect(Object.keys(manifest.dependencies ?? {})).toEqual(['@electric-sql/pglite', 'sharp'])
})

it('all that names a version of Node or npm names the same', () => {
  const node = read('.nvmrc').trim()
  const runtimes = Object.entries(manifest.optionalDependencies ?? {})
  expect(runtimes.filter(([, version]) => version !== node)).toEqual([])
  const { engines } = JSON.parse(read('package.json'))
  const [, oldestNode, oldestNpm] = /Any Node from ([\d.]+) and npm from ([\d.]+)/.exec(read('README.md')) ?? []
  expect(engines).toEqual({ node: `>=${oldestNode}`, npm: `>=${oldestNpm}` })
  expect(read('.ci/run')).toContain(`Node >= ${oldestNode}`)
  for (const file of ['docs/operations.md', 'Dockerfile']) expect(read(file)).toContain(node)
})

it.each<[string, Lockfile['packages'][string], string]>([
  ['without a sum', { version: '1.0.0' }, 'has no sum'],
  ['with a weak sum', { version: '1.0.0', integrity: 'sha1-abc' }, 'has no sum'],
  [
    'from another place',
    { version: '1.0.0', integrity: 'sha512-x', resolved: 'git+ssh://evil.example/x.git' },
    'names where',
  ],
  ['that is a link', { version: '1.0.0', integrity: 'sha512-x', link: true }, 'a link'],
])('a package %s is rejected', (_what, entry, problem) => {
  const packages = { ...lockfile.packages, 'node_modules/express/node_modules/evil': entry }
  expect(findBrokenRules({ packages }, manifest, read('.npmrc'))).toEqual([
    expect.stringContaining(`evil@1.0.0: ${problem}`),
  ])
})

it('a version range is rejected, and so is an unlocked version', () => {
  const loose = { ...manifest, devDependencies: { ...manifest.devDependencies, react: '^19.0.0' } }
  expect(findBrokenRules(lockfile, loose, read('.npmrc'))).toHaveLength(2)
})

it('a package waits seven days', () => {
  const published = new Map([
    ['old@1.0.0', new Date('2026-11-14T00:00:00Z')],
    ['young@1.0.0', new Date('2026-11-21T00:00:00Z')],
  ])
  expect(findTooRecent(published, { days: 7, now: new Date('2026-11-22T00:00:00Z') })).toEqual([
    'young@1.0.0: published 1.0 days ago, not 7',
  ])
})
