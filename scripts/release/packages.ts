import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

type LockedPackage = {
  version?: string
  license?: string
  integrity?: string
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}
type Lockfile = { packages: Record<string, LockedPackage> }

/** A package of which something is shipped. `path` is its key in the lockfile. */
export type ShippedPackage = {
  path: string
  name: string
  version: string
  license: string
  integrity: string
  dependsOn: string[]
}

/** They load files of their own, so they stay outside the bundles; all others are bundled, and `devDependencies`. */
export const RUNTIME_PACKAGES = Object.keys(
  (JSON.parse(readFileSync('package.json', 'utf8')) as LockedPackage).dependencies ?? {},
)

const PACKAGE = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//

/** The packages that these modules come from, as keys of the lockfile. */
export function packagesOf(modules: Iterable<string>): string[] {
  const found = [...modules].map((id) => PACKAGE.exec(path.relative('.', id).replaceAll('\\', '/'))?.[1])
  return [...new Set(found.filter((key) => key !== undefined))].sort()
}

const readLockfile = (): Lockfile => JSON.parse(readFileSync('package-lock.json', 'utf8'))

/** The runtime packages with all that they need on this platform. */
export function listRuntimePackages(): string[] {
  const lockfile = readLockfile()
  const found = new Set(RUNTIME_PACKAGES.map((name) => `node_modules/${name}`))
  // A set grows while it is read.
  for (const key of found)
    for (const needed of resolveDependencies(lockfile, key)) if (existsSync(needed)) found.add(needed)
  return [...found].sort()
}

/** As Node looks for them: in the package's own folder, then in those around it. */
function resolveDependencies({ packages }: Lockfile, key: string): string[] {
  const { dependencies, optionalDependencies } = packages[key] ?? {}
  return Object.keys({ ...dependencies, ...optionalDependencies }).flatMap((name) => {
    for (let at = key; ; at = at.slice(0, Math.max(0, at.lastIndexOf('node_modules/') - 1))) {
      const candidate = at ? `${at}/node_modules/${name}` : `node_modules/${name}`
      if (packages[candidate]) return candidate
      if (!at) return []
    }
  })
}

/** Packages that name their licence in its text only. */
const UNNAMED_LICENSES: Record<string, string> = { 'png-js': 'MIT' }

/** Describes packages by the lockfile, whose checksums npm verified. */
export function describePackages(keys: Iterable<string>): ShippedPackage[] {
  const lockfile = readLockfile()
  const shipped = new Set(keys)
  return [...shipped].sort().map((key) => {
    const name = nameOf(key)
    const { version, license = UNNAMED_LICENSES[name], integrity } = lockfile.packages[key] ?? {}
    if (!version || !license || !integrity) throw new Error(`package-lock.json does not describe ${key}`)
    const dependsOn = resolveDependencies(lockfile, key).filter((needed) => shipped.has(needed))
    return { path: key, name, version, license, integrity, dependsOn }
  })
}

const nameOf = (key: string) => key.slice(key.lastIndexOf('node_modules/') + 'node_modules/'.length)
