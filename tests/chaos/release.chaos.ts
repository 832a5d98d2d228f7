import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { extract } from 'tar'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startOwnPostgresServer } from '#src/testing/postgres-server.ts'
import { startMailServer } from '#tests/fakes/mail-server.ts'
import { startFakeRazorpay } from '#tests/fakes/razorpay.ts'
import { LIVE_ADMIN, liveSettings } from '#tests/live-settings.ts'
import { runNode, startShop } from '#tests/shop-process.ts'
import { isLink } from '../../scripts/house/documents.ts'
import { COMMANDS } from '../../scripts/release/bundle-commands.ts'
import { listReleaseFiles, sha256, stageRelease } from '../../scripts/release/stage.ts'
import { packRelease } from '../../scripts/release.ts'

/** Outside the repository, where Node finds none of its modules. */
const parent = mkdtempSync(path.join(tmpdir(), 'golconda-release-'))
const ends: (() => unknown)[] = [() => rmSync(parent, { recursive: true, force: true })]
let release = ''

beforeAll(async () => {
  const staged = await stageRelease(path.join(parent, 'built'), new Date('2026-11-26T00:00:00Z'))
  const archive = await packRelease(staged, 1)
  const unpacked = path.join(parent, 'opt')
  mkdirSync(unpacked)
  await extract({ file: archive, cwd: unpacked })
  release = path.join(unpacked, path.basename(staged.folder))
  // Alone, this builds the shop first.
}, 600_000)

afterAll(async () => {
  for (const end of ends.reverse()) await end()
})

const read = (file: string) => readFileSync(path.join(release, file), 'utf8')

const CONTENT = [
  /^dist\/(client|server)\/(?!compiled)/,
  /^dist\/database\/new-[\d.]+\.tar\.gz$/,
  /^dist\/commands\/((chunks|programs)\/)?[\w.-]+\.js$/,
  /^db\/migrations\/(\d{4}_[\w-]+\.sql|meta\/_journal\.json)$/,
  /^(deploy|docs)\//,
  /^scripts\/needs-node\.cjs$/,
  /^node_modules\/(@electric-sql\/pglite|sharp|detect-libc|@img\/(colour|sharp-[\w-]+))\//,
  /^(CHANGELOG\.md|Dockerfile|\.dockerignore|LICENSE|README\.md|SHA256SUMS|THIRD-PARTY-NOTICES\.txt|compose\.yaml|openapi\.json|package\.json|sbom\.cdx\.json)$/,
]

it('a release has what runs and nothing else, with a checksum, a licence and a line of the SBOM for everything', () => {
  const files = listReleaseFiles(release)
  expect(files.filter((file) => !CONTENT.some((pattern) => pattern.test(file)) || /\.(map|ts)$/.test(file))).toEqual([])
  const migrations = globSync('db/migrations/*.sql').sort()
  expect(files.filter((file) => file.endsWith('.sql'))).toEqual(migrations)
  const modules = files.filter((file) => file.startsWith('node_modules/'))
  expect(modules.reduce((sum, file) => sum + statSync(path.join(release, file)).size, 0)).toBeLessThan(60e6)

  const sums = Object.fromEntries(
    read('SHA256SUMS')
      .trim()
      .split('\n')
      .map((line) => line.split('  ').reverse()),
  )
  expect(Object.keys(sums)).toEqual(files.filter((file) => file !== 'SHA256SUMS'))
  expect(sums['dist/server/main.js']).toBe(sha256(path.join(release, 'dist/server/main.js')))
  const { components } = JSON.parse(read('sbom.cdx.json'))
  const names: string[] = components.map(({ name }: { name: string }) => name)
  const runs = ['@electric-sql/pglite', '@img/sharp-libvips-linux-x64', 'pg', 'drizzle-orm', 'hono', 'tar']
  const isShown = ['react', 'tailwindcss', '@fontsource-variable/figtree', '@fontsource/tiro-telugu', 'lucide-react']
  expect(names).toEqual(expect.arrayContaining([...runs, ...isShown]))
  expect(names).not.toContain('vite')
  const notices = read('THIRD-PARTY-NOTICES.txt')
  expect(names.filter((name) => !notices.includes(`${name} `))).toEqual([])
})

it('the units and the image start programs that a release has', () => {
  const started = globSync('deploy/*.service', { cwd: release }).map(
    (unit) => /^ExecStart=\/usr\/local\/bin\/node .*?(\S+\.js)$/m.exec(read(unit))?.[1] ?? '',
  )
  expect(started.sort()).toEqual(['dist/commands/backup.js', 'dist/server/main.js'])
  for (const program of started) expect(existsSync(path.join(release, program))).toBe(true)
  const { version, scripts } = JSON.parse(read('package.json'))
  expect(read('compose.yaml')).toContain(`image: &image golconda-cacao:${version}`)
  expect(read('Dockerfile')).toContain(`node:${readFileSync('.nvmrc', 'utf8').trim()}-slim`)
  const commands = [...`${read('Dockerfile')} ${read('compose.yaml')}`.matchAll(/node --run ([\w-]+)/g)]
  expect(commands.map(([, name = '']) => scripts[name])).not.toContain(undefined)
})

it('every program of a release says under an old Node which one it needs', async () => {
  const old = path.join(parent, 'old-node.cjs')
  writeFileSync(old, `Object.defineProperty(process, 'version', { value: 'v20.20.2' })`)
  for (const program of ['dist/server/main.js', ...COMMANDS.map((name) => `dist/commands/${name}.js`)]) {
    const { code, said } = await runNode(['-r', old, program], { cwd: release, env: {} })
    expect([program, code, said]).toEqual([program, 1, expect.stringMatching(/^The shop needs Node 26 [^\n]+\.\n$/)])
  }
})

it('the documents of a release link to what it has, and its README names commands that it has', () => {
  const documents = listReleaseFiles(release).filter((file) => /^(docs\/.+|[A-Z]+)\.md$/.test(file))
  expect(documents).toEqual(expect.arrayContaining(['README.md', 'CHANGELOG.md', 'docs/operations.md']))
  const links = documents.flatMap((file) =>
    [...read(file).matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g)].map(([, link = '']) => ({ file, link })),
  )
  expect(links.length).toBeGreaterThan(50)
  expect(links.filter(({ file, link }) => !isLink(path.join(release, file), link))).toEqual([])
  const { scripts } = JSON.parse(read('package.json'))
  const named = [...read('README.md').matchAll(/node --run ([\w-]+)/g)].map(([, name = '']) => name)
  expect(Object.keys(scripts)).toEqual(expect.arrayContaining(named))
  expect(read('README.md')).not.toMatch(/npm (ci|start|test)/)
})

/** As the operator calls it, without npm. */
function run(command: string, settings: Record<string, string>, ...words: string[]) {
  return runNode(['--run', command, '--', ...words], {
    cwd: release,
    env: { PATH: `${path.dirname(process.execPath)}:/usr/bin:/bin`, ...settings },
  })
}

it('an unpacked release opens a live shop on PostgreSQL, and every command runs beside it', async () => {
  const onEnd = (end: () => void) => void ends.push(end)
  const [razorpay, mail, server] = await Promise.all([
    startFakeRazorpay(onEnd),
    startMailServer({ onEnd }),
    startOwnPostgresServer({ isDurable: false }),
  ])
  ends.push(server.stop)
  const settings = {
    ...liveSettings({ mailUrl: mail.url, razorpayUrl: razorpay.url }),
    DATABASE_URL: server.url,
    DATA_DIR: path.join(parent, 'live'),
    BACKUP_DIR: path.join(parent, 'backups'),
  }
  expect(await run('seed', settings)).toMatchObject({ code: 0 })
  const shop = await startShop(settings, { folder: release })
  ends.push(shop.kill)
  const products = await fetch(`${shop.url}/api/products`)
  expect({ code: products.status, shop: shop.output() }).toMatchObject({ code: 503, shop: /live, postgres database/ })
  expect(await run('backup', settings)).toMatchObject({ code: 0, said: expect.stringContaining('golconda-') })
  const holds = expect.stringMatching(/All \d+ sentences hold/)
  expect(await run('restore', settings, '--check')).toMatchObject({ code: 0, said: holds })
  expect(await run('test-upgrade', settings)).toMatchObject({ code: 0, said: holds })
  expect(globSync('*.tar', { cwd: settings.BACKUP_DIR })).toHaveLength(2)
  const admins = await run('admin', settings, 'list')
  expect(admins).toMatchObject({ code: 0, said: expect.stringContaining(LIVE_ADMIN.email) })
})

it('an unpacked release opens the demo on the embedded database', async () => {
  const began = performance.now()
  const shop = await startShop({ DATA_DIR: path.join(parent, 'demo'), DATABASE_URL: '' }, { folder: release })
  ends.push(shop.kill)
  console.log(`A first start of the demo took ${((performance.now() - began) / 1000).toFixed(1)} s`)
  expect((await fetch(`${shop.url}/product/1`)).status).toBe(200)
  // Drawn by sharp from a picture and a typeface.
  const preview = await fetch(`${shop.url}/previews/product/1.jpg`)
  expect([preview.status, preview.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
})
