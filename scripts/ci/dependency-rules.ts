export type Lockfile = {
  packages: Record<string, { version?: string; resolved?: string; integrity?: string; link?: boolean }>
}

export type PackageManifest = {
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

const EXACT = /^\d+\.\d+\.\d+(-[\w.]+)?$/

/** Lists what breaks the rules; empty if nothing does. */
export function findBrokenRules(lockfile: Lockfile, manifest: PackageManifest, npmrc: string): string[] {
  const locked = Object.entries(lockfile.packages).filter(([path]) => path !== '')
  return [
    ...ofTheWanted(lockfile, manifest),
    ...locked.flatMap(([path, entry]) => ofTheLocked(path, entry)),
    ...ofTheSettings(npmrc),
  ]
}

function ofTheWanted({ packages }: Lockfile, manifest: PackageManifest): string[] {
  const direct = { ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies }
  return Object.entries(direct).flatMap(([name, version]) => {
    const locked = packages[`node_modules/${name}`]?.version
    return [
      ...(EXACT.test(version) ? [] : [`${name}: ${version} is not one version`]),
      ...(locked === version ? [] : [`${name}: ${version} is wanted, ${locked ?? 'nothing'} is locked`]),
    ]
  })
}

function ofTheLocked(path: string, entry: Lockfile['packages'][string]): string[] {
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
  const problems: string[] = []
  if (entry.link) problems.push('a link to somewhere else')
  // Without an address the configured registry is used, and the checksum verified.
  if (entry.resolved !== undefined) problems.push('names where it comes from')
  if (!entry.integrity?.startsWith('sha512-')) problems.push('has no sum (sha512) to be compared with')
  return problems.map((problem) => `${name}@${entry.version}: ${problem}`)
}

function ofTheSettings(npmrc: string): string[] {
  const wanted = ['save-exact=true', 'ignore-scripts=true']
  const missing = wanted.filter((setting) => !npmrc.split('\n').includes(setting))
  return [
    ...missing.map((setting) => `.npmrc: ${setting} is missing`),
    ...(/registry\s*=|\/\/[\w.-]+\/:|_auth/.test(npmrc) ? ['.npmrc: names a registry, or how to sign in to one'] : []),
  ]
}

/** Lists packages of the lockfile that were published within the last days. */
export function findTooRecent(published: Map<string, Date>, { days, now }: { days: number; now: Date }): string[] {
  return [...published].flatMap(([what, at]) => {
    const age = (now.getTime() - at.getTime()) / 86_400_000
    return age < days ? `${what}: published ${age.toFixed(1)} days ago, not ${days}` : []
  })
}
