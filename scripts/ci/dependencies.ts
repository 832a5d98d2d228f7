import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { findBrokenRules, findTooRecent, type Lockfile, type PackageManifest } from './dependency-rules.ts'

/**
 * Checks the lockfile against the rules of docs/security.md. `--age` also asks the registry for release dates; it needs
 * the network, so `npm run check` leaves it out.
 */
const lockfile: Lockfile = JSON.parse(readFileSync('package-lock.json', 'utf8'))
const manifest: PackageManifest = JSON.parse(readFileSync('package.json', 'utf8'))
const problems = findBrokenRules(lockfile, manifest, readFileSync('.npmrc', 'utf8'))
if (process.argv.includes('--age')) problems.push(...findTooRecent(publishedDates(), { days: 7, now: new Date() }))
for (const problem of problems) console.log(problem)
console.log(`${Object.keys(lockfile.packages).length - 1} packages, ${problems.length} problems`)
if (problems.length > 0) process.exitCode = 1

function publishedDates(): Map<string, Date> {
  const wanted = { ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies }
  return new Map(
    Object.entries(wanted).map(([name, version]) => {
      const times = JSON.parse(execFileSync('npm', ['view', name, 'time', '--json'], { encoding: 'utf8' }))
      return [`${name}@${version}`, new Date(times[version])]
    }),
  )
}
