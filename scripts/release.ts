import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { create } from 'tar'
import { lastReleasedMigration } from './house/migrations.ts'
import { listChecksums, type Release, stageRelease } from './release/stage.ts'

const OUTPUT = 'release'

/** The archive of a release; equal folders give equal bytes. */
export async function packRelease({ name, version, folder, builtAt }: Release, level = 9): Promise<string> {
  const file = path.join(path.dirname(folder), `${name}-${version}-${process.platform}-${process.arch}.tar.gz`)
  await create({ file, cwd: path.dirname(folder), gzip: { level }, portable: true, mtime: builtAt }, [
    path.basename(folder),
  ])
  return file
}

/** Sentences about what the changelog lacks. */
function findMissingEntry({ version }: { version: string }): string[] {
  const changelog = readFileSync('CHANGELOG.md', 'utf8')
  const last = path.basename(globSync('db/migrations/*.sql').sort().at(-1) ?? '', '.sql')
  const [newest = ''] = /^## .*/m.exec(changelog) ?? []
  return [
    ...(newest.startsWith(`## ${version} (`) && /\(\d{4}-\d\d-\d\d\)$/.test(newest)
      ? []
      : [`Begin CHANGELOG.md with "## ${version} (<the day>)"`]),
    ...(lastReleasedMigration(changelog) === last
      ? []
      : [`Write into its entry: Migrations up to \`${last}\`. From then on migrations only expand`]),
  ]
}

/** An image of the same folder, where Docker or Podman runs. */
function buildImage({ name, version, folder }: Release): string | undefined {
  const builder = ['docker', 'podman'].find((one) => spawnSync(one, ['info'], { stdio: 'ignore' }).status === 0)
  if (!builder) return undefined
  const tag = `${name}:${version}`
  execFileSync(builder, ['build', '--tag', tag, folder], { stdio: 'inherit' })
  return tag
}

if (import.meta.main) {
  const manifest = JSON.parse(readFileSync('package.json', 'utf8'))
  const problems = findMissingEntry(manifest)
  if (problems.length > 0) {
    console.error(problems.join('\n'))
    process.exit(1)
  }
  const committed = execFileSync('git', ['log', '-1', '--format=%cI'], { encoding: 'utf8' })
  const release = await stageRelease(OUTPUT, new Date(committed.trim()))
  const archive = await packRelease(release)
  const bill = `${archive.replace(/\.tar\.gz$/, '')}.cdx.json`
  copyFileSync(path.join(release.folder, 'sbom.cdx.json'), bill)
  const files = [archive, bill]
  const names = files.map((file) => path.basename(file))
  writeFileSync(path.join(OUTPUT, 'SHA256SUMS'), listChecksums(OUTPUT, names))
  const sizeOf = (file: string) => `${(statSync(file).size / 1e6).toFixed(1)} MB`
  for (const file of files) console.log(`${path.relative('.', file)}, ${sizeOf(file)}`)
  const image = buildImage(release)
  console.log(image ? `Image ${image}` : 'No image: neither Docker nor Podman runs here')
}
